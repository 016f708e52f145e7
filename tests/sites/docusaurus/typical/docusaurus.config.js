// Pages as they are written in large documentation sites.
module.exports = {
  title: 'Typical',
  tagline: 'Much used, seldom listed',
  url: 'https://typical.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  markdown: {hooks: {onBrokenMarkdownLinks: 'throw'}},
  future: {faster: true, v4: {removeLegacyPostBuildHeadAttribute: true}},
  presets: [['classic', {blog: false}]],
};
