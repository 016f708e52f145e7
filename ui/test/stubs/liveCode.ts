/** As the bundle has it on sites with live code and a scope of their own. */
export const loadScope = async () => ({ default: { Greeting: 'Hello' } });
