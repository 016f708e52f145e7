const {visit} = require('unist-util-visit');

/** Emphasis of certain words is a badge. */
module.exports = function badges() {
  return (tree) => {
    visit(tree, 'emphasis', (node) => {
      if (node.children[0]?.value === 'Beta') node.data = {hProperties: {className: ['badge', 'badge--info']}};
    });
    visit(tree, 'heading', (node) => {
      if (node.depth === 2) node.data = {...node.data, hProperties: {...node.data?.hProperties, className: 'marked'}};
    });
  };
};
