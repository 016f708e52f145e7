// @vitest-environment node
import { expect, test } from 'vitest';
import { EngineSearchParams } from '../../src/engine/searchParams';

test.each([['?q=a+b&q=%C3%A4&empty&=x&50%=1'], [''], ["a=!'()~*-._ &b=ü=="]])(
  '`%s` is read and written as by Node',
  (text) => {
    const [own, wanted] = [new EngineSearchParams(text), new URLSearchParams(text)];
    expect([...own]).toEqual([...wanted]);
    expect(own.toString()).toBe(wanted.toString());
    expect(own.getAll('q')).toEqual(wanted.getAll('q'));
  },
);

test('a change keeps the order of the parameters', () => {
  const params = new EngineSearchParams({ a: '1', b: '2' });
  params.append('a', '3');
  params.set('a', '4');
  params.set('c', '5');
  params.delete('b');
  expect(params.toString()).toBe('a=4&c=5');
  expect(new EngineSearchParams([['x', 'y']]).get('x')).toBe('y');
});
