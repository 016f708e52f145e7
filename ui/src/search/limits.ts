/** As many letters as a query may have. */
export const MOST_LETTERS = 64;
