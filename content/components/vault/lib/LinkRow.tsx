import { Anchor } from '../../lib/Anchor';
import { formatHost, numberRepeats } from '../../lib/format';

export type LinkRowProps = { term: string; urls: string[] };

/** Several addresses named by their hosts, numbered where a host repeats. */
export function LinkRow({ term, urls }: LinkRowProps) {
  const labels = numberRepeats(urls.map(formatHost));
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {urls.map((url, at) => (
          <Anchor key={at} href={url}>
            {labels[at]}
          </Anchor>
        ))}
      </dd>
    </div>
  );
}
