/** Formulas that are wider than the column become Tab stops, so that keys can scroll them. */

export function enhanceScrollers(root: ParentNode): () => void {
  const formulas = root.querySelectorAll('.math-display');
  if (formulas.length === 0) return () => {};
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target)));
  for (const formula of formulas) observer.observe(formula);
  return () => observer.disconnect();
}

function update(formula: Element): void {
  if (formula.scrollWidth > formula.clientWidth) formula.setAttribute('tabindex', '0');
  else formula.removeAttribute('tabindex');
}
