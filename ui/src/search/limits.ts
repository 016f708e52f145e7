/** The maximum length of a query in characters. */
export const MAX_QUERY_LENGTH = 64;
