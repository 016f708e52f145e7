export default {
  main: ['intro', {Zebra: ['late/one'], 'A part': ['early/two'], Middle: ['guide/deep/page']}],
  another: [{type: 'link', label: 'Intro', href: '/docs/intro'}],
};
