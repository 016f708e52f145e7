const {visit} = require('unist-util-visit');

/** Opens external links beside the page. A transformer with a callback. */
module.exports = ({rel}) => (tree, file, next) => {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'a' && /^https:/.test(node.properties.href)) Object.assign(node.properties, {target: '_blank', rel});
  });
  setTimeout(() => next(), 1);
};
