import { setContentContext } from '../lib/text/locale';
import { causeChain } from '../lib/browser/crash';
import { setCurrentDoc, type CurrentDoc } from '../lib/docs';
import type { DateLocale } from '../lib/text/date';
import { setMessages } from '../lib/text/translate';
import type { PageProps } from '../model';
import { renderFormula } from './renderFormula';
import { findFailures, hasFallback, renderComponent, renderWithoutFailures, type Tree } from './renderComponent';
import { renderShell, type SharedJson } from './renderShell';

type Request =
  | { id: number; op: 'shell'; page: PageProps }
  | {
      id: number;
      op: 'component';
      tree: Tree;
      locale?: DateLocale;
      home?: string;
      path?: string;
      doc?: CurrentDoc;
      messages?: Record<string, string>;
    }
  | { id: number; op: 'math'; tex: string; display: boolean };

/**
 * Renders what a line of JSON requests: `shell` is a page around its article, `component` a component tag, `math` a formula.
 * A shell's line goes on, after a tab each, with the JSON of the site and of the items of the sidebar, which are compared with
 * those before and read only where they differ.
 */
export function answer(line: string): string {
  let request: Request | null = null;
  try {
    const [own = '', site = '', items] = line.split('\t');
    request = JSON.parse(own) as Request;
    return JSON.stringify({ id: request.id, html: render(request, { site, items }) });
  } catch (error) {
    const failure = request?.op === 'component' ? failureOf(request.tree, error) : described(error);
    return JSON.stringify({ id: request?.id ?? null, error: failure });
  }
}

type Failure = { message: string; stack: string; causes: string[] };

function described(error: unknown): Failure {
  const [message = '', ...causes] = causeChain(error);
  return { message, stack: error instanceof Error ? (error.stack ?? '') : '', causes };
}

/** What failed inside a tag, with the markup that is served instead. */
function failureOf(tree: Tree, error: unknown) {
  const failures = findFailures(tree);
  const list = [...failures].map(([{ c: component }, reason]) => ({ component, ...described(reason) }));
  const fallback = () => (hasFallback(tree, failures) ? renderComponent(tree, failures) : undefined);
  const instead = renderWithoutFailures(tree, failures) ?? fallback();
  const [first = described(error), ...others] = list;
  return { ...first, others, instead };
}

function render(request: Request, shared: SharedJson): string {
  switch (request.op) {
    case 'shell':
      return renderShell(request.page, shared);
    case 'component':
      setMessages(request.messages ?? {});
      setContentContext({ locale: request.locale, home: request.home, path: request.path });
      setCurrentDoc(request.doc);
      return renderComponent(request.tree);
    case 'math':
      return renderFormula(request.tex, request.display);
    default:
      throw new Error(`unknown operation \`${(request as { op: string }).op}\``);
  }
}
