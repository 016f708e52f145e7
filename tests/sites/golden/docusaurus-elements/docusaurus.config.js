// Components that stand for Markdown's elements, and tags whose properties or content are functions.
module.exports = {
  title: 'Elements',
  url: 'https://elements.example',
  baseUrl: '/',
  presets: [['classic', {docs: {routeBasePath: '/'}, blog: false}]],
};
