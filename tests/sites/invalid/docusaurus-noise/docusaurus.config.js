module.exports = {
  title: 'Noise',
  url: 'https://noise.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  presets: ['classic'],
};
