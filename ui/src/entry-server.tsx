/**
 * The render worker: newline-delimited JSON requests on stdin, answers on stdout, in any order.
 *
 * Whatever a component prints goes to stderr, so that it cannot garble an answer.
 */

import { createInterface } from 'node:readline';
import { answer } from './server/answer';

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
console.log = console.info = console.debug = console.error;

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => {
  if (line.trim() !== '') write(`${answer(line)}\n`);
});
