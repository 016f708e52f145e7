import { describe, expect, test } from 'vitest';
import { renderFormula } from '../../src/server/renderFormula';

describe('renderFormula', () => {
  test('renders a formula as bare MathML', () => {
    expect(renderFormula('\\text{a \\color{red} b}', false)).toBe(
      '<math><mrow><mtext>a\u00a0</mtext><mstyle mathcolor="red"><mtext>\u00a0b</mtext></mstyle></mrow></math>',
    );
  });

  test('says the alignment of columns by classes', () => {
    const html = renderFormula('\\begin{align} a &= b \\end{align}', true);
    expect(html).toMatch(
      /^<math display="block"><mtable><mtr><mtd class="math-end math-pr-0">.*<\/mtd><mtd class="math-start math-pl-0">.*<\/mtable><\/math>$/,
    );
  });

  test('leaves neither styles nor what browsers do not know', () => {
    const formulas = [
      '\\fcolorbox{red}{blue}{z} \\boxed{y} \\cancel{x} \\rule{1em}{2em}',
      '\\begin{array}{|l|c:r|} \\hline a & b & c \\\\ \\hline d & e & f \\end{array}',
      '\\begin{align} a &= b \\tag{1} \\end{align}',
      '\\htmlStyle{color:red}{x} \\href{https://a.b}{c}',
    ];
    for (const formula of formulas) {
      expect(renderFormula(formula, true)).not.toMatch(/ style=|<span|<annotation|semantics|column(align|lines)|xmlns/);
    }
    expect(renderFormula(formulas[0] ?? '', true)).toContain(
      '<mrow class="menclose-updiagonalstrike"></mrow></menclose>',
    );
  });

  test('reports what is wrong in a formula', () => {
    expect(() => renderFormula('\\frac{1', false)).toThrow(/^Unexpected end of input.* expected '}'/);
  });
});
