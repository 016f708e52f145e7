import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import Admonition from '../../src/content/Admonition';
import Card from '../../src/content/Card';
import CodeBlock from '../../src/content/CodeBlock';
import DocCardList from '../../src/content/DocCardList';
import Heading from '../../src/content/Heading';
import IdealImage from '../../src/content/IdealImage';
import Link from '../../src/content/Link';
import Time from '../../src/content/Time';
import TOCInline from '../../src/content/TOCInline';
import Translate from '../../src/content/Translate';
import VersionHl from '../../src/content/VersionHl';
import Video from '../../src/content/Video';
import YouTube from '../../src/content/YouTube';
import { enhanceYouTube } from '../../src/enhancements/enhanceYouTube';
import { setMessages } from '../../src/lib/text/translate';
import { expectNoViolations } from '../axe';

beforeEach(() => setMessages({}));

test("an admonition is named by its title, else by its kind in the page's language", async () => {
  setMessages({ 'theme.admonition.note': 'Hinweis' });
  const { container } = render(
    <>
      <Admonition type="secondary">a</Admonition>
      <Admonition type="tip" title="Own">
        b
      </Admonition>
      <Admonition type="constructor">c</Admonition>
    </>,
  );
  expect(screen.getAllByRole('note').map((note) => [note.className, note.getAttribute('aria-label')])).toEqual([
    ['admonition admonition-note', 'Hinweis'],
    ['admonition admonition-tip', 'Own'],
    ['admonition admonition-constructor', 'constructor'],
  ]);
  await expectNoViolations(container);
});

test('cards of sidebar items describe their targets', async () => {
  const { container } = render(
    <DocCardList
      items={[
        { type: 'link', label: 'A', href: '/a', description: 'About a' },
        { type: 'category', label: 'B', href: '/b', count: 1 },
        { type: 'category', label: 'C', href: '/c', items: [1, 2] },
        { type: 'link', label: 'nowhere' },
      ]}
    />,
  );
  expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/a', 'AAbout a'],
    ['/b', 'B1 item'],
    ['/c', 'C2 items'],
  ]);
  await expectNoViolations(container);
});

test("a card of a page takes its title, address and description, and the tag's own win", () => {
  render(<Card item={{ label: 'Page', href: '/page', description: 'Of the page' }} description="Own" />);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/page');
  expect(screen.getByRole('link').textContent).toBe('PageOwn');
});

test('the table of contents nests headings between its levels', () => {
  const toc = [
    { value: 'A <em>b</em>', id: 'a', level: 2 },
    { value: 'B', id: 'b', level: 3 },
    { value: 'C', id: 'c', level: 4 },
    { value: 'D', id: 'd', level: 2 },
  ];
  const { container } = render(<TOCInline toc={toc} />);
  expect(container.innerHTML).toBe(
    '<ul><li><a href="#a">A <em>b</em></a><ul><li><a href="#b">B</a></li></ul></li><li><a href="#d">D</a></li></ul>',
  );
});

test('links to other sites open a new tab and say so', () => {
  render(
    <>
      <Link to="/a">in</Link>
      <Link href="https://x.example">out</Link>
      <Link href="mailto:a@b.c">mail</Link>
    </>,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('target'))).toEqual([null, '_blank', null]);
  expect(links[1]?.textContent).toBe('out (opens in new tab)');
});

test('small components: heading, picture, dates, code, translation', () => {
  const { container } = render(
    <>
      <Heading as="h3" id="x">
        h
      </Heading>
      <IdealImage img={{ src: { src: '/a.png' } }} alt="a" />
      <IdealImage img="/b.png" />
      <Time date="2024-05-06" />
      <VersionHl date="2024-05-07" />
      <CodeBlock language="js">x</CodeBlock>
      <Translate id="hello">Hello</Translate>
    </>,
  );
  expect(container.querySelector('h3#x')?.textContent).toBe('h');
  expect([...container.querySelectorAll('img')].map((img) => [img.getAttribute('src'), img.alt])).toEqual([
    ['/a.png', 'a'],
    ['/b.png', ''],
  ]);
  expect(
    [...container.querySelectorAll('time')].map((time) => [time.dateTime, time.textContent, time.className]),
  ).toEqual([
    ['2024-05-06', 'May 6, 2024', ''],
    ['2024-05-07', 'May 7, 2024', 'version version-hl'],
  ]);
  expect(container.querySelector('code.language-js')?.textContent).toBe('x');
  expect(container.textContent).toContain('Hello');
});

test('a video loads nothing before it is started', async () => {
  const { container } = render(<Video src="/a.mp4" caption="Words" />);
  const video = container.querySelector('video')!;
  expect([video.getAttribute('preload'), video.autoplay, video.getAttribute('aria-label')]).toEqual([
    'none',
    false,
    'Words',
  ]);
  expect(video.querySelector('a')?.getAttribute('href')).toBe('/a.mp4');
  await expectNoViolations(container);
});

test("a YouTube video is a link with the reader's consent, and the player after a click", async () => {
  const { container } = render(<YouTube id="a-b" title="Film" start={5} poster="/p.webp" />);
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=a-b&t=5');
  expect(link.textContent).toContain('Play: Film');
  expect(link.textContent).toContain('from YouTube');
  expect([...container.querySelectorAll('[src]')].map((one) => one.getAttribute('src'))).toEqual(['/p.webp']);
  await expectNoViolations(container);

  enhanceYouTube(container);
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(container.querySelector('iframe')).toBeNull();
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  const frame = container.querySelector('iframe')!;
  expect(frame.src).toBe('https://www.youtube-nocookie.com/embed/a-b?autoplay=1&start=5');
  expect(frame.title).toBe('Film');
});

test('an invalid date is shown as it is written', () => {
  render(<VersionHl date="soon" />);
  expect(screen.getByText('soon').tagName).toBe('TIME');
});
