/** The part of `@docusaurus/theme-common` that components of a site use. */

import { useSyncExternalStore, type ReactNode } from 'react';
import { config } from 'virtual:bindery-site';
import { chooseColorMode, type ColorMode } from '../lib/browser/colorMode';
import Head from './Head';
import { overridePage } from './pageOverrides';

export { SORT_MARK } from '../enhancements/enhanceTables';
export { createStorageSlot, type StorageSlot } from '../lib/browser/storage';

export type ColorModeContext = {
  colorMode: ColorMode;
  isDarkTheme: boolean;
  setColorMode: (mode: ColorMode | null) => void;
};

/** The current colour mode; the site's default before hydration. */
export function useColorMode(): ColorModeContext {
  const { defaultMode } = (config.themeConfig.colorMode ?? {}) as { defaultMode?: ColorMode };
  const colorMode = useSyncExternalStore(listen, shownMode, () => defaultMode ?? 'light');
  return {
    colorMode,
    isDarkTheme: colorMode === 'dark',
    setColorMode: (mode) => chooseColorMode(mode ?? 'system', true),
  };
}

function shownMode(): ColorMode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function listen(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function useThemeConfig(): Record<string, unknown> {
  return config.themeConfig;
}

/** Docusaurus' class names of pages. No style sheet uses them here; they only distinguish pages. */
export const ThemeClassNames = {
  page: {
    blogListPage: 'blog-list-page',
    blogPostPage: 'blog-post-page',
    docsDocPage: 'docs-doc-page',
    mdxPage: 'mdx-page',
  },
  wrapper: { main: 'main-wrapper', blogPages: 'blog-wrapper', docsPages: 'docs-wrapper', mdxPages: 'mdx-wrapper' },
  common: { editThisPage: 'theme-edit-this-page', codeBlock: 'theme-code-block', admonition: 'theme-admonition' },
} as const;

export type PageMetadataProps = {
  title?: string;
  description?: string;
  keywords?: string | string[];
  image?: string;
  children?: ReactNode;
};

export function PageMetadata({ title, description, keywords, image, children }: PageMetadataProps) {
  overridePage({
    title,
    description,
    image,
    keywords: typeof keywords === 'string' ? keywords.split(/\s*,\s*/) : keywords,
  });
  return Head({ children });
}

export function HtmlClassNameProvider({ children }: { children: ReactNode }) {
  return children;
}
