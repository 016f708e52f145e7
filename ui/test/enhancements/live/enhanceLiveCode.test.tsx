import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { enhanceLiveCode } from '../../../src/enhancements/live/enhanceLiveCode';

let stop = () => {};
afterEach(async () => {
  await act(async () => stop());
  vi.useRealTimers();
});

async function show(code: string, className = 'live'): Promise<HTMLElement> {
  document.body.innerHTML = `<div class="code-block"><pre class="${className}"><code></code></pre></div>`;
  document.querySelector('code')!.textContent = code;
  await act(async () => {
    stop = await enhanceLiveCode(document);
  });
  return document.querySelector<HTMLElement>('.live-result')!;
}

test('a component lives, with hooks, JSX and what the site lets it name', async () => {
  const result = await show(`function Counter() {
  const [count, setCount] = useState(0);
  const { length = 0 } = [1, ...[2, 3]];
  React.useEffect(() => void (document.title = \`\${count}\`), [count]);
  return <><button onClick={() => setCount((n) => n + 1)}>{Greeting} {count}</button>{[1]?.map((n) => <i key={n}>{n ?? 0}{length}</i>)}</>;
}`);
  expect(result.textContent).toBe('Hello 013');
  await act(async () => result.querySelector('button')!.click());
  expect(result.textContent).toBe('Hello 113');
  expect(document.title).toBe('1');
});

test('code may be an element, a class, or call `render` itself', async () => {
  expect((await show('<b>{1 + 1}</b>;')).innerHTML).toBe('<b>2</b>');
  stop();
  const counter = `class Named extends React.Component {
  state = { name: 'x' };
  render() { return <i>{this.state.name}{this.props.end}</i>; }
}`;
  expect((await show(`${counter}\nrender(<Named end="!" />);`, 'live no-inline')).innerHTML).toBe('<i>x!</i>');
});

test('edited code runs after a pause, and what is wrong says why', async () => {
  const result = await show('<b>one</b>');
  const code = document.querySelector('code')!;
  vi.useFakeTimers();
  const edit = async (text: string) => {
    code.textContent = text;
    code.parentElement!.dispatchEvent(new Event('input'));
    await act(async () => vi.advanceTimersByTime(1000));
  };
  await edit('<b>two</b>');
  expect(result.innerHTML).toBe('<b>two</b>');
  await edit('<b>');
  expect(result.querySelector('.live-error')?.textContent).toMatch(/Unterminated|Expected|Unexpected/);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await edit('() => nothing.here');
  expect(result.querySelector('.live-error')?.textContent).toMatch(/nothing/);
  await edit('<b>again</b>');
  expect(result.innerHTML).toBe('<b>again</b>');
});
