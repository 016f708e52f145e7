import { render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ReactMarkdown } from '../../src/docusaurus/packages/reactMarkdown';

// React puts a preload before pictures.
const html = (text: string) =>
  renderToStaticMarkup(<ReactMarkdown>{text}</ReactMarkdown>).replace(/^<link rel="preload"[^>]*>/, '');

test.each([
  ['Jest *aims* to **work**, `a*b*c`.', '<p>Jest <em>aims</em> to <strong>work</strong>, <code>a*b*c</code>.</p>'],
  [
    '[**Docs**](/docs "Read") and <https://a.example>',
    '<p><a href="/docs" title="Read"><strong>Docs</strong></a> and <a href="https://a.example">https://a.example</a></p>',
  ],
  ['![logo](/x_(1).png)', '<p><img src="/x_(1).png" alt="logo"/></p>'],
  ['# One\n\ntwo\nthree  \nfour', '<h1>One</h1><p>two\nthree<br/>four</p>'],
  ['- a\n- *b*\n  c\n\n1. d', '<ul><li>a</li><li><em>b</em>\nc</li></ul><ol><li>d</li></ol>'],
  [
    '```js\nlet a = "*";\n```\n> quote\n\n---',
    '<pre><code class="language-js">let a = &quot;*&quot;;</code></pre><blockquote><p>quote</p></blockquote><hr/>',
  ],
  ['snake_case_name and \\*no\\* <b>', '<p>snake_case_name and *no* &lt;b&gt;</p>'],
  ['[x](javascript:alert(1))', '<p><a>x</a></p>'],
  ['an open [bracket and a * star', '<p>an open [bracket and a * star</p>'],
])('%s', (text, expected) => {
  expect(html(text)).toBe(expected);
});

test('equal items have different keys', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(<ReactMarkdown>{'- a\n- a'}</ReactMarkdown>);
  expect(report).not.toHaveBeenCalled();
});

test('the site renders elements by either kind of name', () => {
  const Own = ({ href, children }: { href?: string; children?: React.ReactNode }) => <b title={href}>{children}</b>;
  const source = '[x](/y)';
  for (const props of [{ components: { a: Own } }, { renderers: { link: Own } }])
    expect(renderToStaticMarkup(<ReactMarkdown source={source} {...props} />)).toBe('<p><b title="/y">x</b></p>');
});
