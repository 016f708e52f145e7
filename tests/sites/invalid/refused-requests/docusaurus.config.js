module.exports = {
  title: 'Requests',
  url: 'https://requests.example',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  customFields: { bindery: { policy: { 'connect-src': ['https://allowed.example'] }, polcy: {} } },
};
