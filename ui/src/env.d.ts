/** The modules that the bundler (`build.mjs`) provides. */

interface Window {
  /** What `bindery dev` shows edits with. */
  bindery?: object;
}

declare module '*.css' {}

declare module '*?raw' {
  const source: string;
  export default source;
}

declare module 'virtual:bindery-client-modules' {
  import type { ClientModules } from './lib/browser/clientModules';
  /** The scripts that the site runs on every page; null if it has none. */
  export const clientModules: ClientModules | null;
}

declare module 'virtual:bindery-diagrams' {
  /** The address of the script that draws diagrams; null if the site shows them as code. */
  export const source: string | null;
  /** The themes of both modes, and Mermaid's own options. */
  export const settings: { light: string; dark: string; options: object } | null;
}

declare module 'virtual:bindery-live-code' {
  /** Loads what live code can name besides React; null if the site has no live code. */
  export const loadScope: (() => Promise<{ default?: Record<string, unknown> }>) | null;
}

declare module 'virtual:bindery-islands' {
  import type { SiteProps } from './model';
  /** Hydrates the islands below `root` when they come into view; returns a function that unmounts them. */
  export function mountIslands(root: ParentNode, site: SiteProps): () => void;
}

declare module 'virtual:bindery-components' {
  import type { ContentComponent } from './lib/contentComponent';
  export const components: Record<string, ContentComponent>;
  export const interactive: ReadonlySet<string>;
  /** Those that are complete as they are served, and hydrate at the first sign of use. */
  export const onUse: ReadonlySet<string>;
  /** Whether the place of a component that throws shows why, as while writing. */
  export const marksFailures: boolean;
}

declare module 'virtual:bindery-site' {
  /** The site's data for components; the base path begins and ends with a slash. */
  export type SiteData = {
    title: string;
    tagline: string;
    url: string;
    baseUrl: string;
    favicon?: string;
    locale?: string;
  };
  export const site: SiteData;
  /** The other fields of a Docusaurus configuration that components can read. */
  export type SiteConfig = {
    themeConfig: Record<string, unknown>;
    customFields: Record<string, unknown>;
    i18n?: { locales?: string[]; localeConfigs?: Record<string, unknown> };
    organizationName?: string;
    projectName?: string;
  };
  export const config: SiteConfig;
}
