/** The render worker: newline-delimited JSON requests on stdin, answers on stdout, in any order. */

import { write } from './server/output';
import { createInterface } from 'node:readline';
import { answer } from './server/answer';

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => {
  if (line.trim() !== '') write(`${answer(line)}\n`);
});
