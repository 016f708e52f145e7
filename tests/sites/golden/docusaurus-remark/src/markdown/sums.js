// Gives rows that begin with `Sum` a class.
function textOf(node) {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

function walk(node) {
  if (node.tagName === 'tr' && textOf(node).trim().startsWith('Sum')) node.properties = {className: ['sum']};
  (node.children ?? []).forEach(walk);
}

module.exports = function sums() {
  return walk;
};
