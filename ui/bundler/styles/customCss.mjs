/**
 * Adapts a site's own style sheets to Bindery's interface. The rules of a global one (`customCss`) hold inside articles, pages
 * and the site's own HTML in the shell, and the variables of Docusaurus' style framework set our tokens. The shell keeps its look, because its markup is
 * another. Custom properties that a site declares for the whole document under the name of a token are renamed.
 */

/** Where a site's rules hold: articles, pages that are React components, and the HTML that its configuration has. */
const SCOPE = ':is(.md,.page,.raw)';

/** Our tokens by the variables that a site sets at the root. */
const TOKENS = {
  '--ifm-color-primary': ['--accent', '--focus'],
  '--ifm-link-color': ['--accent'],
  '--ifm-background-color': ['--bg'],
  '--ifm-background-surface-color': ['--raised'],
  '--ifm-card-background-color': ['--raised'],
  '--ifm-font-color-base': ['--text'],
  '--ifm-color-content': ['--text'],
  '--ifm-heading-color': ['--strong'],
  '--ifm-font-family-base': ['--sans'],
  '--ifm-font-family-monospace': ['--mono'],
  '--ifm-toc-border-color': ['--line'],
};

/** The fonts behind those of a site, which often names only one. */
const FALLBACKS = { '--sans': ',system-ui,sans-serif', '--mono': ',ui-monospace,monospace' };

/**
 * The variables that Docusaurus' own dark theme sets, with a selector that is stronger than `:root`: what a site declares for
 * both themes holds in the light one only.
 */
const OF_DARK_THEME =
  /^--ifm-(?:background-(?:surface-)?color|color-(?:content(?:-secondary)?|emphasis-\d+|scheme)|code-background|hover-overlay|scrollbar-[\w-]+|table-stripe-background|toc-border-color)\b/;

/** A selector of the whole document: what of it is left is within the scope. */
const ROOT =
  /^(?:(?:html|:root|body|\[data-theme[^\]]*\]|\.plugin-[\w-]+|\.docs-wrapper|#__docusaurus|\[class\*?=[^\]]*wrapper[^\]]*\])(?:\.[\w-]+|\[[^\]]*\]|:(?:not|is|where)\([^)]*\)|:root)*\s*>?\s*)+/;

/** A rule that groups others. */
const GROUP = /^@(?:media|supports|layer|container|scope)/;

/** Docusaurus' own element around an article; pages that are React components have none. */
const ARTICLE = /^(?:main\s*>?\s*)?(?:article\s*>?\s*)?(?:div)?(?:\.theme-doc-markdown|\.markdown)+(?![\w-])/;

/** The text of a site's own sheet with scoped selectors. */
export function scopeSheet(css) {
  return rules(withoutNoise(css)).map(scopeRule).join('\n');
}

/**
 * The custom properties, without their dashes, that a sheet declares for the whole document or for all articles. What it
 * declares for other elements changes nothing outside of them.
 */
export function namesAtRoot(css) {
  return rules(withoutNoise(css)).flatMap(({ head, body }) => {
    if (body === null) return [];
    if (GROUP.test(head)) return namesAtRoot(body);
    const isMeant = !head.startsWith('@') && split(head).some(isWhole);
    return isMeant ? [...body.matchAll(/(?<![\w-])--([a-z][\w-]*)(?=\s*:)/g)].map(([, name]) => name) : [];
  });
}

/** Whether a selector is of the whole document, or of its article. */
function isWhole(selector) {
  const rest = selector.replace(ROOT, '');
  return rest === '' || rest === '*' || rest.replace(ARTICLE, '') === '';
}

/**
 * A sheet in which the custom properties `names` have other names. A site does not know Bindery's tokens: its value for one of
 * the same name would change the interface in both colour modes.
 */
export function withOwnNames(css, names) {
  return css.replace(/(?<![\w-])--([a-z][\w-]*)/g, (name, own) => (names.has(own) ? `--site-${own}` : name));
}

function withoutNoise(css) {
  return css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@charset[^;]*;/g, '');
}

/** The top-level rules: `{ head, body }`, or `{ head, body: null }` for statements. */
function rules(css) {
  const found = [];
  let start = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    const letter = css[at];
    if (letter === '"' || letter === "'") at = endOfString(css, at);
    else if (letter === '\\') at++;
    else if (letter === '{' && depth++ === 0) open = at;
    else if (letter === '}' && depth > 0 && --depth === 0) {
      found.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
      start = at + 1;
    } else if (letter === ';' && depth === 0) {
      found.push({ head: css.slice(start, at).trim(), body: null });
      start = at + 1;
    }
  }
  return found;
}

function endOfString(css, at) {
  const quote = css[at];
  let end = at + 1;
  while (end < css.length && css[end] !== quote) end += css[end] === '\\' ? 2 : 1;
  return end;
}

function scopeRule({ head, body }) {
  if (body === null) return /^@(?:import|layer)/.test(head) ? `${head};` : '';
  if (GROUP.test(head)) return `${head}{${rules(body).map(scopeRule).join('')}}`;
  if (head.startsWith('@')) return `${head}{${body}}`;
  const selectors = split(head);
  const roots = selectors.filter((one) => one.replace(ROOT, '') === '');
  const others = selectors.filter((one) => one.replace(ROOT, '') !== '');
  const variables = roots.length > 0 ? declared(body) : [];
  const isWeak = roots.every((one) => /^(?:html|:root)$/.test(one));
  const ofLight = variables.filter((one) => isWeak && OF_DARK_THEME.test(one));
  const ofBoth = variables.filter((one) => !ofLight.includes(one));
  return [
    ofBoth.length > 0 && `${rootSelector(roots)}{${withTokens(ofBoth)}}`,
    ofLight.length > 0 && `${themed('light')}{${withTokens(ofLight)}}`,
    others.length > 0 && `${others.map(scoped).join(',')}{${body}}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** The selectors of a list. */
const split = (head) => splitAt(head, ',').filter((one) => one !== '');

/** The parts of a text between separators that are outside of strings and brackets. */
function splitAt(text, separator) {
  const found = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at];
    if (letter === '"' || letter === "'") at = endOfString(text, at);
    else if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth--;
    else if ((letter === separator && depth === 0) || at === text.length) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return found;
}

/** Our themes are set at the root element only; dark is the one without a mark for light. */
function rootSelector(selectors) {
  const themes = selectors.map((one) => /\[data-theme\W*=\W*(dark|light)\W*\]/.exec(one)?.[1]);
  const forms = themes.map((theme) => (theme === undefined ? ':root:root' : themed(theme)));
  return [...new Set(forms)].join(',');
}

function themed(theme) {
  return theme === 'dark' ? ':root:root:not([data-theme=light])' : ':root:root[data-theme=light]';
}

function scoped(selector) {
  const above = ROOT.exec(selector)?.[0] ?? '';
  const theme = /\[data-theme\W*=\W*(dark|light)\W*\]/.exec(above)?.[1];
  const rest = selector.slice(above.length);
  const within = ARTICLE.test(rest) ? rest.replace(ARTICLE, '.md') : `${SCOPE} ${rest}`;
  return theme === undefined ? within : `${themed(theme)} ${within}`;
}

/** The custom properties of a block; properties of the whole document are the shell's. */
const declared = (body) => splitAt(body, ';').filter((one) => /^--[\w-]+\s*:/.test(one));

function withTokens(own) {
  const tokens = own.flatMap((one) => {
    const [, name] = /^(--[\w-]+)/.exec(one);
    // The font may be one of another host, which the policy refuses.
    return (TOKENS[name] ?? []).map((token) => `${token}:var(${name})${FALLBACKS[token] ?? ''}`);
  });
  // The ground of the theme is as far from an accent as its text must be, and a soft accent is a shade of that ground.
  const hasAccent = tokens.some((one) => one.startsWith('--accent:'));
  const around = ['--on-accent:var(--bg)', '--accent-soft:color-mix(in srgb,var(--accent) 12%,var(--bg))'];
  return [...own, ...tokens, ...(hasAccent ? around : [])].join(';');
}
