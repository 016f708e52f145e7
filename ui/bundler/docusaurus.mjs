/** Maps Docusaurus' public modules to their stand-ins below `src/`: a file, or with `#name` one export of a file. */

const misc = (name) => `docusaurus/defaultExports.tsx#${name}`;
const mdx = (name) => `docusaurus/theme/mdx.tsx#${name}`;
const part = (name) => `docusaurus/theme/components.tsx#${name}`;
const toc = (name) => `docusaurus/theme/toc.tsx#${name}`;
const generated = (name) => `docusaurus/generated.ts#${name}`;

/** The table; `@theme/` without the prefix of the original or initial theme. */
const MODULES = {
  classnames: 'docusaurus/packages/clsx.ts',
  clsx: 'docusaurus/packages/clsx.ts',
  '@docusaurus/BrowserOnly': 'docusaurus/BrowserOnly.tsx',
  '@docusaurus/ComponentCreator': misc('ComponentCreator'),
  '@docusaurus/ErrorBoundary': misc('ErrorBoundary'),
  '@docusaurus/ExecutionEnvironment': 'docusaurus/ExecutionEnvironment.ts',
  '@docusaurus/Head': 'docusaurus/Head.tsx',
  '@docusaurus/Interpolate': 'docusaurus/Interpolate.tsx',
  '@docusaurus/Link': 'docusaurus/Link.tsx',
  '@docusaurus/Noop': misc('Noop'),
  '@docusaurus/Translate': 'docusaurus/Translate.tsx',
  '@docusaurus/constants': misc('constants'),
  '@docusaurus/isInternalUrl': misc('isInternalUrl'),
  '@docusaurus/plugin-content-blog/client': 'docusaurus/client/blog.ts',
  '@docusaurus/plugin-content-docs/client': 'docusaurus/client/docs.ts',
  '@docusaurus/renderRoutes': 'docusaurus/client/childRoutes.ts#renderRoutes',
  '@docusaurus/router': 'docusaurus/router.ts',
  '@docusaurus/theme-common': 'docusaurus/themeCommon.ts',
  '@docusaurus/theme-common/Details': 'docusaurus/theme/Details.ts',
  '@docusaurus/theme-common/internal': 'docusaurus/client/themeInternal.ts',
  '@docusaurus/theme-live-codeblock/client': 'docusaurus/client/themes.ts',
  '@docusaurus/theme-mermaid/client': 'docusaurus/client/themes.ts',
  '@docusaurus/theme-search-algolia/client': 'docusaurus/client/themes.ts',
  '@docusaurus/useBaseUrl': 'docusaurus/useBaseUrl.ts',
  '@docusaurus/useBrokenLinks': misc('useBrokenLinks'),
  '@docusaurus/useDocusaurusContext': 'docusaurus/useDocusaurusContext.ts',
  '@docusaurus/useGlobalData': misc('useGlobalData'),
  '@docusaurus/useIsBrowser': 'docusaurus/useIsBrowser.ts',
  '@docusaurus/useIsomorphicLayoutEffect': 'docusaurus/client/useIsomorphicLayoutEffect.ts',
  '@docusaurus/useRouteContext': misc('useRouteContext'),
  '@docusaurus/utils-common': misc('applyTrailingSlash'),
  '@generated/client-modules': generated('none'),
  '@generated/codeTranslations': generated('empty'),
  '@generated/docusaurus.config': generated('config'),
  '@generated/globalData': generated('globalData'),
  '@generated/i18n': generated('i18n'),
  '@generated/registry': generated('empty'),
  '@generated/routes': generated('none'),
  '@generated/routesChunkNames': generated('empty'),
  '@generated/site-storage': generated('empty'),
  '@generated/site-metadata': generated('siteMetadata'),
  '@mdx-js/react': 'docusaurus/theme/mdx.tsx',
  '@theme/Admonition/Types': mdx('AdmonitionTypes'),
  '@theme/CodeInline': mdx('Code'),
  '@theme/EditThisPage': part('EditThisPage'),
  '@theme/Error': part('ErrorPageContent'),
  '@theme/ErrorPageContent': part('ErrorPageContent'),
  '@theme/Layout': 'docusaurus/Layout.tsx',
  '@theme/MDXComponents': mdx('default'),
  '@theme/MDXContent': mdx('MDXContent'),
  '@theme/LiveCodeBlock': part('Playground'),
  '@theme/Mermaid': part('Mermaid'),
  '@theme/PaginatorNavLink': part('PaginatorNavLink'),
  '@theme/Playground': part('Playground'),
  '@theme/ReactLiveScope': generated('empty'),
  '@theme/TOC': toc('TOC'),
  '@theme/TOCCollapsible': toc('TOCCollapsible'),
  '@theme/TOCItems': toc('TOC'),
  '@theme/Tag': part('Tag'),
  '@theme/TagsListInline': part('TagsListInline'),
  '@theme/ThemedComponent': part('ThemedComponent'),
};

/**
 * Parts of the theme that come with packages besides Docusaurus' own. These render in the browser and need the whole theme, so that
 * Bindery loads none of them.
 */
const THEME_PACKAGES = {
  'docusaurus-theme-openapi-docs':
    'ApiExplorer ApiItem ApiLogo ApiTabs ArrayBrackets CodeSamples DiscriminatorTabs Example Markdown MimeTabs OperationTabs ' +
    'ParamsDetails ParamsItem RequestSchema ResponseExamples ResponseHeaders ResponseSchema Schema SchemaExpansion SchemaItem ' +
    'SchemaTabs SkeletonLoader StatusCodes',
  redocusaurus:
    'ApiDoc ApiDocMdx ApiOperation ApiSchema Redoc ServerStyle useApiData useSpec useSpecData useSpecOptions',
  'docusaurus-preset-openapi': 'ApiDemoPanel ApiPage',
  'docusaurus-theme-github-codeblock': 'ReferenceCodeBlock',
  'docusaurus-json-schema-plugin': 'JSONSchemaViewer JSONSchemaEditor',
};

const THEME_PACKAGE_OF = new Map(
  Object.entries(THEME_PACKAGES).flatMap(([owner, names]) => names.split(' ').map((name) => [name, owner])),
);

/** The theme's icons, by their name; the theme has more, for the social networks. */
const ICONS = new Set(
  'Arrow Close Copy DarkMode Edit ExternalLink Home Language LightMode Menu Success System WordWrap'.split(' '),
);

/** The entries of `@theme/MDXComponents`. */
const ENTRIES = new Set('A Code Details Heading Img Li Pre Ul'.split(' '));

/** Parts that surround a page, or that the shell renders: files of a site in their place are not applied. */
const AROUND =
  /^(?:Blog\/(?:Layout|Pages)|BlogLayout|BlogPostItem|BlogPostItems|Blog\w*Page|DocItem|DocPage|DocRoot|DocVersionRoot|DocsRoot|DocsVersionRoot|Layout|LayoutProvider|MDXPage|Root|ThemeProvider)(?:\/|$)/;
const OF_SHELL =
  /^(?:AnnouncementBar|BackToTopButton|Blog\/Components|BlogListPaginator|BlogPostPaginator|BlogSidebar|ColorModeToggle|DocBreadcrumbs|DocCategoryGeneratedIndexPage|DocPaginator|DocSidebar|DocSidebarItem|DocSidebarItems|Doc\w*Page|DocVersionBadge|DocVersionBanner|EditMetaRow|Footer|HomeBreadcrumb|LastUpdated|Loading|Logo|Navbar|NavbarItem|NotFound|NotFoundPage|SearchBar|SearchMetadata|SearchPage|SearchTranslations|SiteMetadata|SkipToContent|TagsListByLetter|ContentVisibility|Unlisted|prism-include-languages)(?:\/|$)/;

/** The name without the theme's scope, and whether the site's own file of that name is meant as well; null for others. */
export function themeName(id) {
  const parts = /^@theme(-original|-init)?\/(.+)$/.exec(id);
  if (parts) return { name: parts[2], mayBeOwn: parts[1] === undefined };
  const inPackage = /^@docusaurus\/theme-[\w-]+\/(?:lib|src)\/theme\/(.+?)(?:\.[jt]sx?)?$/.exec(id);
  return inPackage && { name: inPackage[1].replace(/\/index$/, ''), mayBeOwn: false };
}

/** Whether the site's file for a part of the theme is used: the shell's parts are ours. */
export function isApplied(name) {
  return !AROUND.test(name) && !OF_SHELL.test(name);
}

/** The stand-in for a module outside of the theme; undefined for modules that are not Docusaurus'. */
export function standIn(id) {
  return Object.hasOwn(MODULES, id) ? MODULES[id] : undefined;
}

/** What stands for a part of the theme besides the components that Markdown knows. */
export function themeStandIn(name) {
  const own = standIn(`@theme/${name}`);
  if (own !== undefined) return own;
  const [first, ...rest] = name.split('/');
  if (first === 'Icon') return `docusaurus/theme/icons.tsx#${ICONS.has(rest.join('/')) ? rest.join('/') : 'Other'}`;
  if (first === 'MDXComponents') return mdx(ENTRIES.has(rest[0]) ? rest[0] : 'MDXContent');
  if (first === 'Admonition') return rest[0] === 'Icon' ? part('Empty') : 'content/Admonition.tsx';
  if (first === 'CodeBlock') return rest[0] === 'Buttons' ? part('Empty') : 'content/CodeBlock.tsx';
  if (first === 'DocCard') return 'content/DocCard.tsx';
  if (first === 'TOCItems') return toc('TOC');
  if (first === 'Playground' || name === 'TOCCollapsible/CollapseButton') return part('Empty');
  if (first === 'IdealImageLegacy') return 'content/IdealImage.tsx';
  if (AROUND.test(name)) return part('Wrapper');
  if (OF_SHELL.test(name)) return part('Empty');
  return undefined;
}

/** Whether a module is of a scope that only Docusaurus provides. */
export function isOfDocusaurus(id) {
  return /^@(?:theme(?:-original|-init)?|docusaurus|generated)\//.test(id);
}

/** The package that brings a part of the theme, by the part's name without its scope. */
export function themePackageOf(name) {
  return THEME_PACKAGE_OF.get(name.split('/')[0]);
}
