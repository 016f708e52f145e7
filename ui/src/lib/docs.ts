/**
 * The documents that a page's tags name with `{require('./page.md')}`, for components that ask for one by its id. In a browser
 * those are known for which an island asked when it was rendered at build, or which its own properties name.
 */

export type DocMetadata = { id: string; title: string; permalink: string; description?: string };

const documents = new Map<string, DocMetadata>();
/** The documents that were asked for and found. */
const used = new Map<string, DocMetadata>();

/** The document that a page shows. */
export type PresentDoc = DocMetadata & {
  version?: string;
  editUrl?: string;
  frontMatter?: Record<string, unknown>;
  toc: { id: string; value: string; level: number }[];
};

let present: PresentDoc | undefined;
let isAsked = false;

export function setPresentDoc(doc: PresentDoc | undefined): void {
  present = doc;
}

export function presentDoc(): PresentDoc | undefined {
  isAsked = true;
  return present;
}

/** The present document as JSON, if a component asked for it since the last call. */
export function takePresentDoc(): string | undefined {
  const json = isAsked && present ? JSON.stringify(present) : undefined;
  isAsked = false;
  return json;
}

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
  used.clear();
  isAsked = false;
}

export function docById(id: string | undefined): DocMetadata | undefined {
  const found = id === undefined ? undefined : documents.get(id);
  if (found) used.set(found.id, found);
  return found;
}

/** The documents that were asked for since the last call, as JSON for `restoreDocs`; undefined for none. */
export function takeUsedDocs(): string | undefined {
  const json = used.size === 0 ? undefined : JSON.stringify([...used.values()]);
  used.clear();
  return json;
}

/** Remembers the documents that a component asked for at build. */
export function restoreDocs(json: string): void {
  for (const one of JSON.parse(json) as DocMetadata[]) documents.set(one.id, one);
}
