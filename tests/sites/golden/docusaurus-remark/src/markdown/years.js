/** Changes texts of the program that a document is compiled to. */
module.exports = () => (program) => {
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'Literal' && typeof node.value === 'string') node.value = node.value.replace('THIS YEAR', '2024');
    Object.values(node).forEach(walk);
  };
  walk(program);
};
