/**
 * The documents that a page's tags name with `{require('./page.md')}`, for components that ask for one by its id. In a browser
 * those are known for which an island asked when it was rendered at build, or which its own properties name.
 */

export type DocMetadata = { id: string; title: string; permalink: string; description?: string };

const documents = new Map<string, DocMetadata>();
/** The documents that were asked for and found. */
const used = new Map<string, DocMetadata>();

/** The document that the page shows. */
export type CurrentDoc = DocMetadata & {
  version?: string;
  editUrl?: string;
  frontMatter?: Record<string, unknown>;
  toc: { id: string; value: string; level: number }[];
  /** For components that ask for it: the innermost category around the document, or all of its sidebar. */
  category?: SidebarCategoryData;
};

/** A category as Docusaurus' hooks give it. */
export type SidebarCategoryData = { type: 'category'; label: string; href?: string | null; items: unknown[] };

/** The document of the request, at build. */
let current: CurrentDoc | undefined;
/** The one that a browser read last, and its JSON. */
let served: { json?: string; doc?: CurrentDoc } = {};
let isAsked = false;

export function setCurrentDoc(doc: CurrentDoc | undefined): void {
  current = doc;
}

/**
 * The document of the page, the same object until another page is shown. In a browser the first island whose component asked for
 * it at build has it.
 */
export function currentDoc(): CurrentDoc | undefined {
  isAsked = true;
  if (current || typeof document === 'undefined') return current;
  const json = document.querySelector<HTMLElement>('[data-doc]')?.dataset.doc;
  if (json !== served.json) served = { json, doc: json === undefined ? undefined : (JSON.parse(json) as CurrentDoc) };
  return served.doc;
}

/** The document of the page as JSON, if a component asked for it since the last call. */
export function takeCurrentDoc(): string | undefined {
  const json = isAsked && current ? JSON.stringify(current) : undefined;
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
