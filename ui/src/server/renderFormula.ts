/** KaTeX's MathML for the formulas that the compiler cannot turn into MathML itself. Runs at build only. */

import type Katex from 'katex';
import source from 'katex/dist/katex.min.js?raw';

let loaded: typeof Katex | undefined;

/** Few sites have such a formula, so KaTeX is evaluated when the first one is rendered. */
function katex(): typeof Katex {
  if (!loaded) {
    const module = { exports: {} };
    new Function('module', 'exports', source)(module, module.exports);
    loaded = module.exports as typeof Katex;
  }
  return loaded;
}

export function renderFormula(tex: string, displayMode: boolean): string {
  try {
    return plainMathml(
      katex().renderToString(tex, { displayMode, output: 'mathml', strict: false, maxExpand: 1000, maxSize: 50 }),
    );
  } catch (error) {
    // KaTeX underlines the position with combining characters, which only a terminal shows well.
    if (error instanceof Error)
      error.message = error.message.replace(/^KaTeX parse error: /, '').replaceAll('\u0332', '');
    throw error;
  }
}

type Table = { align: string[]; lines: string[]; rowLines: string[]; tight: boolean; row: number; column: number };

/** Keeps the MathML that browsers render; classes replace attributes that browsers ignore or the content security policy refuses. */
function plainMathml(html: string): string {
  const tables: Table[] = [];
  const enclosures: string[] = [];
  return html
    .replace(/^<span class="katex">|<\/span>$|<annotation[\s\S]*?<\/annotation>|<\/?semantics>/g, '')
    .replace(/<mtd class ="(?:mtr-glue|mml-eqn-num)"><\/mtd>/g, '')
    .replace(/<(\/?)([a-z]+)([^>]*?)(\/?)>/g, (_tag, end: string, name: string, attributes: string, empty: string) => {
      if (end !== '') {
        if (name === 'mtable') tables.pop();
        return name === 'menclose' ? `${enclosures.pop() ?? ''}</menclose>` : `</${name}>`;
      }
      const classes: string[] = [];
      const read = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      if (name === 'mtable') tables.push(tableOf(read));
      if (name === 'mtable' && read('width') === '100%') classes.push('math-wide');
      const table = tables.at(-1);
      if (table && name === 'mtr') Object.assign(table, { row: table.row + 1, column: -1 });
      if (table && name === 'mtd') classes.push(...cellClasses(table, read('width')));
      if (name === 'menclose') {
        const notations = read('notation').split(' ');
        classes.push(...notations.flatMap((notation) => BORDERS[notation] ?? []));
        enclosures.push(
          notations
            .filter((notation) => notation.endsWith('strike'))
            .map((notation) => `<mrow class="menclose-${notation}"></mrow>`)
            .join(''),
        );
      }
      const remaining = attributes.replace(
        / (?:xmlns|style|class ?|columnalign|columnlines|columnspacing|rowlines|rowspacing|notation)="[^"]*"| width="(?:100|50)%"/g,
        '',
      );
      const own = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
      return `<${name}${remaining}${own}${empty}>`;
    });
}

const BORDERS: Record<string, string> = {
  box: 'math-box',
  top: 'math-bt',
  bottom: 'math-bb',
  left: 'math-bl',
  right: 'math-br',
};

function tableOf(read: (key: string) => string): Table {
  const words = (key: string) => read(key).split(' ');
  return {
    align: words('columnalign'),
    lines: words('columnlines'),
    rowLines: words('rowlines'),
    tight: read('columnspacing').startsWith('0em'),
    row: -1,
    column: -1,
  };
}

function cellClasses(table: Table, width: string): string[] {
  const column = ++table.column;
  const align = table.align[column] ?? table.align.at(-1);
  const line = (kind: string | undefined, name: string) =>
    kind === 'solid' ? [name] : kind === 'dashed' ? [`${name}-dashed`] : [];
  return [
    ...(width === '50%' ? ['math-half'] : []),
    ...(align === 'left' ? ['math-start'] : align === 'right' ? ['math-end'] : []),
    ...(table.tight ? [align === 'right' ? 'math-pr-0' : 'math-pl-0'] : []),
    ...line(table.lines[column], 'math-br'),
    ...(table.row > 0 ? line(table.rowLines[table.row - 1], 'math-bt') : []),
  ];
}
