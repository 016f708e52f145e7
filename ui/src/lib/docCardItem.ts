/** An item of a sidebar, as `DocCard` takes it. */
export type DocCardItem = {
  type?: 'link' | 'category';
  label: string;
  href?: string;
  description?: string;
  /** The id of a document, whose description is the default. */
  docId?: string;
  /** Of a category: how many items it has, or the items. */
  count?: number;
  items?: readonly unknown[];
};
