/**
 * The render worker: newline-delimited JSON requests on stdin, answers on stdout, in any order.
 *
 * `shell` renders the page around its article, `component` what a tag of an article stands for. Whatever
 * a component prints goes to stderr, so that it cannot garble an answer.
 */

import { createInterface } from 'node:readline';
import { causeChain } from './lib/crash';
import { renderComponent, type Tree } from './server/renderComponent';
import { renderShell, type ShellRequest } from './server/renderShell';

type Request =
  | { id: number; op: 'shell'; props: ShellRequest }
  | { id: number; op: 'component'; tree: Tree };

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
console.log = console.info = console.debug = console.error;

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => {
  if (line.trim() !== '') write(`${JSON.stringify(answer(line))}\n`);
});

function answer(line: string): object {
  let id: number | null = null;
  try {
    const request = JSON.parse(line) as Request;
    id = request.id;
    return { id, html: render(request) };
  } catch (error) {
    const [message = '', ...causes] = causeChain(error);
    return { id, error: { message, stack: error instanceof Error ? (error.stack ?? '') : '', causes } };
  }
}

function render(request: Request): string {
  switch (request.op) {
    case 'shell':
      return renderShell(request.props);
    case 'component':
      return renderComponent(request.tree);
    default:
      throw new Error(`unknown operation \`${(request as { op: string }).op}\``);
  }
}
