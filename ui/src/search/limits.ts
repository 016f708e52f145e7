/** The maximum length of a query in characters. */
export const MAX_QUERY_LENGTH = 64;

/** Texts of at most this many words are shown as a whole. */
export const SNIPPET_THRESHOLD = 8;
