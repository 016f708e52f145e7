/** Wraps pages that read the configuration (`props.config`) or render nested routes. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The module of a page with what its source asks for; null for others. */
export function wrappedPage(name, file, uiDir) {
  if (name.includes('#') || !/\.[jt]sx?$/.test(file)) return null;
  const code = readFileSync(file, 'utf8');
  if (/\brenderRoutes\b/.test(code)) return pageWithRoutes(uiDir, file);
  return asksForConfig(name, code) ? pageWithConfig(uiDir, file) : null;
}

/** Docusaurus gives pages the configuration as the property `config`; few read it. */
function asksForConfig(name, code) {
  if (!/\/pages\/.*\.[jt]sx?$/.test(name)) return false;
  return /\bprops\.config\b|\{[^{}]*\bconfig\b[^{}]*\}\s*=\s*(?:this\.)?props\b/.test(code);
}

function pageWithConfig(uiDir, file) {
  return `import { createElement } from 'react';
import { config } from ${JSON.stringify(join(uiDir, 'src/docusaurus/generated.ts'))};
import Page from ${JSON.stringify(file)};
export default (props) => createElement(Page, { config, ...props });`;
}

/** The component of a route around others: what is inside its tag is what `renderRoutes` shows. */
function pageWithRoutes(uiDir, file) {
  return `import { createElement } from 'react';
import { ChildRoutes } from ${JSON.stringify(join(uiDir, 'src/docusaurus/client/childRoutes.ts'))};
import Page from ${JSON.stringify(file)};
export default (props) => createElement(ChildRoutes.Provider, { value: props.children }, createElement(Page, { route: {}, ...props }));`;
}
