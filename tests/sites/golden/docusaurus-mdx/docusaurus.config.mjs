// Documents beyond Bindery's parser: expressions, exports that compute, code that is imported, partials with properties.
export default {
  title: 'MDX',
  url: 'https://mdx.example',
  baseUrl: '/',
  presets: [['classic', {docs: {routeBasePath: '/', remarkPlugins: ['remark-math']}, blog: false}]],
};
