export default {
  docs: ['intro', { type: 'category', label: 'Guides', items: ['guides/long', 'guides/crash', 'guides/pictures', 'guides/torn', 'guides/marks', 'guides/diagrams', 'guides/live'] }],
};
