/** As the bundle has it on sites without scripts of their own. */
export const clientModules = null;
