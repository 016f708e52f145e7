/** As the bundle has it on sites that draw diagrams. */
export const source: string | null = '/assets/mermaid.js';
export const settings = { light: 'default', dark: 'dark', options: {} };
