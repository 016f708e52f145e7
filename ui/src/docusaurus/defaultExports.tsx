/** Small modules of `@docusaurus/`, each of which has only a default export. */

import { Component, type ComponentType, type ReactNode } from 'react';
import { config } from 'virtual:bindery-site';
import useBaseUrl from './useBaseUrl';
import { useLocation } from './router';

type Data = Record<string, Record<string, unknown>>;

/** The component that renders nothing. */
export function Noop(): null {
  return null;
}

/** The data that plugins publish, by plugin and instance. */
export function useGlobalData(): Data {
  return (config as { globalData?: Data }).globalData ?? {};
}

export function useAllPluginInstancesData(plugin: string): Record<string, unknown> | undefined {
  return useGlobalData()[plugin];
}

export function usePluginData(plugin: string, id = 'default'): unknown {
  return useGlobalData()[plugin]?.[id];
}

export function useRouteContext(): { plugin: { name: string; id: string }; data: Record<string, unknown> } {
  return { plugin: { name: 'docusaurus-plugin-content-docs', id: 'default' }, data: {} };
}

/** The build checks links and anchors by itself. */
export function useBrokenLinks(): { collectAnchor: () => void; collectLink: () => void } {
  return { collectAnchor: () => {}, collectLink: () => {} };
}

/** Whether a URL has no scheme and no host. */
export function isInternalUrl(url?: string): boolean {
  return url !== undefined && !hasProtocol(url);
}

export function hasProtocol(url: string): boolean {
  return /^(?:\w*:|\/\/)/.test(url);
}

type BoundaryProps = {
  children?: ReactNode;
  fallback?: ComponentType<{ error: Error; tryAgain: () => void }> | ((params: never) => ReactNode);
};

/** In the browser it shows its fallback for what throws below it. */
export class ErrorBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children ?? null;
    const Fallback = this.props.fallback as ComponentType<{ error: Error; tryAgain: () => void }> | undefined;
    return Fallback ? <Fallback error={error} tryAgain={() => this.setState({ error: null })} /> : null;
  }
}

/** Docusaurus loads a page's code by its route; the pages here have none. */
export function ComponentCreator(): typeof Noop {
  return Noop;
}

export const constants = {
  NODE_MAJOR_VERSION: 20,
  NODE_MINOR_VERSION: 0,
  DEFAULT_BUILD_DIR_NAME: 'build',
  DEFAULT_CONFIG_FILE_NAME: 'docusaurus.config',
  BABEL_CONFIG_FILE_NAME: 'babel.config.js',
  GENERATED_FILES_DIR_NAME: '.docusaurus',
  SRC_DIR_NAME: 'src',
  DEFAULT_STATIC_DIR_NAME: 'static',
  OUTPUT_STATIC_ASSETS_DIR_NAME: 'assets',
  THEME_PATH: 'src/theme',
  DEFAULT_PORT: 3000,
  DEFAULT_PLUGIN_ID: 'default',
  DEFAULT_I18N_DIR_NAME: 'i18n',
} as const;

export const { DEFAULT_PLUGIN_ID } = constants;

/** The address of the page in other locales. */
export function useAlternatePageUtils(): {
  createUrl: (params: { locale: string; fullyQualified: boolean }) => string;
} {
  const { pathname } = useLocation();
  return { createUrl: () => useBaseUrl(pathname) };
}

export function addTrailingSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

export function removeTrailingSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}

export function addLeadingSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** Paths never end in a slash here. */
export function applyTrailingSlash(path: string): string {
  const end = path.search(/[?#]|$/);
  return removeTrailingSlash(path.slice(0, end)) + path.slice(end);
}

export function getErrorCausalChain(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...getErrorCausalChain(error.cause)] : [error];
}
