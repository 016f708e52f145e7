import { Anchor } from '../../lib/Anchor';
import { formatHost } from '../../lib/format';

export type LinkRowProps = { term: string; urls: string[] };

/** Several addresses named by their hosts, numbered where a host repeats. */
export function LinkRow({ term, urls }: LinkRowProps) {
  const hosts = urls.map(formatHost);
  const label = (host: string, at: number) => {
    const same = hosts.filter((other) => other === host).length;
    return same > 1 ? `${host} ${hosts.slice(0, at + 1).filter((other) => other === host).length}` : host;
  };
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {urls.map((url, at) => (
          <Anchor key={at} href={url}>
            {label(hosts[at] ?? url, at)}
          </Anchor>
        ))}
      </dd>
    </div>
  );
}
