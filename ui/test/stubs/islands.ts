/** As the bundle has it on sites without interactive components. */
export const mountIslands = () => () => {};
