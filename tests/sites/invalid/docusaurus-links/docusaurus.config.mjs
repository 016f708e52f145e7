// Docusaurus checks the links that pages show: those inside of a component may not be shown.
export default {
  title: 'Links',
  url: 'https://links.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  presets: [['classic', {docs: {routeBasePath: '/'}, blog: false}]],
};
