import { expect, test } from 'vitest';
import { causeChain, crashPage, onCrash } from '../../../src/lib/browser/crash';

test('causes follow the message, outermost first', () => {
  const error = new Error('outer', { cause: new Error('middle', { cause: 'inner' }) });
  expect(causeChain(error)).toEqual(['outer', 'middle', 'inner']);
});

test('a cycle of causes ends', () => {
  const error = new Error('self');
  error.cause = error;
  expect(causeChain(error)).toEqual(['self']);
});

test('errors of islands are shown on the crash screen', () => {
  const heard: unknown[] = [];
  const stop = onCrash((error) => heard.push(error));
  crashPage('a');
  stop();
  crashPage('b');
  expect(heard).toEqual(['a']);
});
