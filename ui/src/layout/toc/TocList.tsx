import type { TocNode } from '../../lib/menus/toc';

export type TocListProps = { nodes: readonly TocNode[]; activeId: string | null };

export function TocList({ nodes, activeId }: TocListProps) {
  return (
    <ul role="list">
      {nodes.map(({ id, html, children }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === activeId ? 'true' : undefined}
            dangerouslySetInnerHTML={{ __html: html }}
          />
          {children.length > 0 && <TocList nodes={children} activeId={activeId} />}
        </li>
      ))}
    </ul>
  );
}
