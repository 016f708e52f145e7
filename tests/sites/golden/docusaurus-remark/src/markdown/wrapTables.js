/** Wraps each table. */
exports.wrapTables = () => (tree) => {
  tree.children = tree.children.map((node) =>
    node.tagName === 'table'
      ? {type: 'element', tagName: 'div', properties: {className: ['wide', 'table'], tabIndex: 0}, children: [node]}
      : node,
  );
};
