import { Anchor } from '../../lib/Anchor';
import { formatHost, numberRepeats } from '../../lib/format';
import type { Statement } from '../../lib/types';

export type StatementsProps = { statements: Statement[]; className?: string };

/** One statement is a paragraph, several are a list. */
export function Statements({ statements, className }: StatementsProps) {
  const [first] = statements;
  if (first === undefined) return null;
  if (statements.length === 1) {
    return (
      <p className={className} data-generated="">
        <StatementText statement={first} />
      </p>
    );
  }
  return (
    <ul className={className} data-generated="">
      {statements.map((statement, at) => (
        <li key={at}>
          <StatementText statement={statement} />
        </li>
      ))}
    </ul>
  );
}

/** The sentence, followed by links to the recordings or the entry that show it, or to what it contradicts. */
export function StatementText({ statement }: { statement: Statement }) {
  if (typeof statement === 'string') return statement;
  const texts = numberRepeats(statement.links.map(linkText));
  return (
    <>
      {statement.text}
      {statement.links.map((url, at) => (
        <small key={url} className="recording">
          {' '}
          <Anchor href={url} label={linkLabel(url)}>
            {texts[at]}
          </Anchor>
        </small>
      ))}
    </>
  );
}

function linkText(url: string): string {
  if (!url.startsWith('/')) return formatHost(url);
  return url.startsWith('/evidence/') ? 'evidence' : 'page';
}

/** a11y: several links of a page have the text "page"; the words of the address say which page and section each leads to. */
function linkLabel(url: string): string | undefined {
  if (linkText(url) !== 'page') return undefined;
  const [path = '', section = ''] = url.split('#');
  const words = [path.split('/').at(-1) ?? '', section].filter((part) => part !== '');
  return `page: ${words.join(', ').replaceAll('-', ' ')}`;
}
