/** Stub of `virtual:bindery-islands` for a site without interactive components. */
export const mountIslands = () => () => {};
