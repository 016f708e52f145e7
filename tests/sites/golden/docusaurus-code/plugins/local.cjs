const merge = require('some-merge-package');

module.exports = (options) => merge.merge({name: 'local'}, options);
