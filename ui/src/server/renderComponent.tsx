import { components, interactive } from 'virtual:bindery-components';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { asIsland } from '../lib/text/locale';
import { takeNote } from '../docusaurus/pageNote';
import { withoutPreloads } from './withoutPreloads';

/** A component tag and what is inside it; Markdown inside is a numbered slot that the compiler fills. */
export type Tree = { c: string; p?: Record<string, unknown>; k?: Child[] };
export type Child = Tree | { h: number };

/** Ids begin with this; the compiler puts the tag's own number there. */
const ID_PREFIX = 'bindery-uid-';

/** A comment in front of the markup holds what the component sets on the page around it. */
export function renderComponent(tree: Tree): string {
  let islands = 0;
  const nextPrefix = () => `${ID_PREFIX}i${islands++}-`;
  // Discards the note of an earlier component that threw.
  takeNote();
  const html = render(element(tree, nextPrefix), ID_PREFIX);
  return takeNote() + html;
}

/**
 * The fallback of a component that throws. An island may still render in the browser, or show its error there, so its children
 * are served and marked as blank. For other components there is no second attempt.
 */
export function leaveToBrowser({ c: name, p: props = {}, k: children = [] }: Tree): string | undefined {
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
  // In the browser an island has a root of its own, so it gets one here, too: its ids are then the same.
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
