import { setContentLocale } from '../content/locale';
import { causeChain } from '../lib/crash';
import type { DateLocale } from '../lib/date';
import { setMessages } from '../lib/translate';
import { drawFormula } from './drawFormula';
import { renderComponent, type Tree } from './renderComponent';
import { renderShell, type ShellRequest } from './renderShell';

type Request =
  | { id: number; op: 'shell'; props: ShellRequest }
  | { id: number; op: 'component'; tree: Tree; locale?: DateLocale; messages?: Record<string, string> }
  | { id: number; op: 'math'; tex: string; display: boolean };

/** Draws what a line of JSON asks for: `shell` a page around its article, `component` what a tag stands for, `math` a formula. */
export function answer(line: string): string {
  let id: number | null = null;
  try {
    const request = JSON.parse(line) as Request;
    id = request.id;
    return JSON.stringify({ id, html: render(request) });
  } catch (error) {
    const [message = '', ...causes] = causeChain(error);
    return JSON.stringify({ id, error: { message, stack: error instanceof Error ? (error.stack ?? '') : '', causes } });
  }
}

function render(request: Request): string {
  switch (request.op) {
    case 'shell':
      return renderShell(request.props);
    case 'component':
      setMessages(request.messages ?? {});
      setContentLocale(request.locale);
      return renderComponent(request.tree);
    case 'math':
      return drawFormula(request.tex, request.display);
    default:
      throw new Error(`unknown operation \`${(request as { op: string }).op}\``);
  }
}
