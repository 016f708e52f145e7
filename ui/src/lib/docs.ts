/**
 * The documents that a page's tags name with `{require('./page.md')}`, for components that ask for one by its id. In a
 * browser no document is known.
 */

export type DocMetadata = { id: string; title: string; permalink: string; description?: string };

const documents = new Map<string, DocMetadata>();

/** Remembers the documents among the properties of a tag. */
export function noteDocs(props: Record<string, unknown>): void {
  for (const value of Object.values(props)) {
    if (value === null || typeof value !== 'object' || !('metadata' in value)) continue;
    const metadata = value.metadata as Partial<DocMetadata> | null;
    if (typeof metadata?.id === 'string') documents.set(metadata.id, metadata as DocMetadata);
  }
}

/** Forgets all, so that what is rendered depends on its own tags only. */
export function forgetDocs(): void {
  documents.clear();
}

export function docById(id: string | undefined): DocMetadata | undefined {
  return id === undefined ? undefined : documents.get(id);
}
