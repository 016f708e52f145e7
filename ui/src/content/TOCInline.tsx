export type TOCInlineProps = {
  /** The page's headings, which the compiler inserts; `value` is HTML. */
  toc: readonly { value: string; id: string; level: number }[];
  minHeadingLevel?: number;
  maxHeadingLevel?: number;
};

type Node = { value: string; id: string; children: Node[] };

/** The table of contents within the text. */
export default function TOCInline({ toc, minHeadingLevel = 2, maxHeadingLevel = 3 }: TOCInlineProps) {
  return <List nodes={nest(toc.filter(({ level }) => level >= minHeadingLevel && level <= maxHeadingLevel))} />;
}

function List({ nodes }: { nodes: readonly Node[] }) {
  if (nodes.length === 0) return null;
  return (
    <ul>
      {nodes.map(({ id, value, children }) => (
        <li key={id}>
          <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: value }} />
          <List nodes={children} />
        </li>
      ))}
    </ul>
  );
}

/** A heading belongs to the nearest one above it of a higher level. */
function nest(items: TOCInlineProps['toc']): Node[] {
  const roots: Node[] = [];
  const open: { level: number; node: Node }[] = [];
  for (const { value, id, level } of items) {
    const node: Node = { value, id, children: [] };
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    (open.at(-1)?.node.children ?? roots).push(node);
    open.push({ level, node });
  }
  return roots;
}
