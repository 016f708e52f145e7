exports.redirects = [{from: ['/old', '/older'], to: '/docs/intro'}];
