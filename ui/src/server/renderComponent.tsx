import { components, interactive } from 'virtual:bindery-components';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { asIsland } from '../lib/text/locale';
import { takeOverrides } from '../docusaurus/pageOverrides';
import { withoutPreloads } from './withoutPreloads';

/** A component tag and what is inside it; Markdown inside is a numbered slot that the compiler fills. */
export type Tree = { c: string; p?: Record<string, unknown>; k?: Child[] };
export type Child = Tree | { h: number };

/** Ids begin with this; the compiler puts the tag's own number there. */
const ID_PREFIX = 'bindery-uid-';

/** The markup; a comment before it holds the properties of the page that the component sets. */
export function renderComponent(tree: Tree): string {
  let islands = 0;
  const nextPrefix = () => `${ID_PREFIX}i${islands++}-`;
  // Discards the overrides of an earlier component that threw.
  takeOverrides();
  const html = render(element(tree, nextPrefix), ID_PREFIX);
  return takeOverrides() + html;
}

/**
 * The fallback of a component that throws. An island may still render in the browser, or show its error there, so its children
 * are served and marked as blank. For other components there is no second attempt.
 */
export function renderFallback({ c: name, p: props = {}, k: children = [] }: Tree): string | undefined {
  if (!interactive.has(name)) return undefined;
  const texts = children.filter((node) => 'h' in node);
  const slots = texts.map((node, key) =>
    createElement('island-slot', {
      key,
      dangerouslySetInnerHTML: {
        __html: render(
          child(node, () => ''),
          '',
        ),
      },
    }),
  );
  return render(
    createElement(
      'div',
      { 'data-island': name, 'data-props': JSON.stringify(props), 'data-prefix': ID_PREFIX, 'data-blank': '' },
      slots,
    ),
    '',
  );
}

function render(node: ReactElement, identifierPrefix: string): string {
  return withoutPreloads(renderToString(node, { identifierPrefix }));
}

/** Controls do nothing before hydration, so they are served `inert`: they take neither focus nor click. */
function withInertControls(html: string): string {
  return html.replace(/<(button|input|select|textarea)\b(?![^>]*\sinert)/g, '<$1 inert=""');
}

function element({ c: name, p: props = {}, k: children = [] }: Tree, nextPrefix: () => string): ReactElement {
  const Component = components[name];
  if (!Component) throw new Error(`no component is named \`${name}\``);
  const nodes = children.map((node) => child(node, nextPrefix));
  if (!interactive.has(name)) return createElement(Component, props, ...nodes);
  const prefix = nextPrefix();
  const slots = nodes.map((node, key) =>
    createElement('island-slot', { key, dangerouslySetInnerHTML: { __html: render(node, prefix) } }),
  );
  // An island has its own root in the browser, so it is rendered with its own root here: `useId` then gives the same ids.
  const __html = withInertControls(
    asIsland(() => render(createElement(Component, slots.length > 0 ? { ...props, children: slots } : props), prefix)),
  );
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      data-prefix={prefix}
      dangerouslySetInnerHTML={{ __html }}
    />
  );
}

function child(node: Child, nextPrefix: () => string): ReactElement {
  return 'h' in node ? createElement('bindery-slot', { 'data-n': node.h }) : element(node, nextPrefix);
}
