import { components, interactive, marksFailures, onUse } from 'virtual:bindery-components';
import { createElement, Fragment, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { withDefaults } from '../lib/defaultProps';
import { forgetDocs, noteDocs, takeCurrentDoc, takeUsedDocs } from '../lib/docs';
import { withElements } from '../lib/propertyElements';
import { asIsland } from '../lib/text/locale';
import { takeOverrides } from '../docusaurus/pageOverrides';
import { withErrorBoundaries } from './errorBoundaries';
import { withoutPreloads } from './withoutPreloads';

/** A component tag and what is inside it; Markdown inside is a numbered slot that the compiler fills. */
export type Tree = { c: string; p?: Record<string, unknown>; k?: Child[] };
type Child = Tree | { h: number };

/** Tags whose components throw, by the tag, with what they throw. */
type Failures = ReadonlyMap<Tree, unknown>;

/** Ids begin with this; the compiler puts the tag's own number there. */
const ID_PREFIX = 'bindery-uid-';

/** The markup; a comment before it holds the properties of the page that the component sets. */
export function renderComponent(tree: Tree, failures: Failures = new Map()): string {
  return renderTree(tree, { failures, isGuarded: false });
}

/** The markup of a tag without the components in it that throw; undefined if that would show nothing. */
export function renderWithoutFailures(tree: Tree, failures: Failures): string | undefined {
  try {
    const html = renderTree(tree, { failures, isGuarded: true });
    return isVisible(html) ? html : undefined;
  } catch {
    return undefined;
  }
}

function isVisible(html: string): boolean {
  const own = html.replace(/<mark role="note">.*?<\/mark>/g, '').replace(/<!--.*?-->/g, '');
  return /<(?:img|svg|video|iframe|bindery-slot)\b/.test(own) || own.replace(/<[^>]*>/g, '').trim() !== '';
}

function renderTree(tree: Tree, { failures, isGuarded }: Pick<Context, 'failures' | 'isGuarded'>): string {
  let islands = 0;
  const context = { failures, isGuarded, nextPrefix: () => `${ID_PREFIX}i${islands++}-` };
  // Discards the overrides of an earlier component that threw.
  takeOverrides();
  forgetDocs();
  const html = render(element(tree, context), ID_PREFIX);
  return takeOverrides() + html;
}

/**
 * The tags inside `tree` whose components throw, the innermost first. A component that throws only because another did is
 * not among them.
 */
export function findFailures(tree: Tree): Failures {
  const failures = new Map<Tree, unknown>();
  const nodes = innermostFirst(tree);
  for (let error = thrownBy(tree, failures); error !== undefined; error = thrownBy(tree, failures)) {
    const failing = nodes.find((node) => !failures.has(node) && thrownBy(node, failures) !== undefined) ?? tree;
    if (failures.has(failing)) break;
    failures.set(failing, thrownBy(failing, failures)?.value ?? error.value);
  }
  for (const [node, error] of failures.size > 1 ? [...failures] : []) {
    failures.delete(node);
    if (thrownBy(tree, failures) !== undefined) failures.set(node, error);
  }
  return failures;
}

function thrownBy(tree: Tree, failures: Failures): { value: unknown } | undefined {
  try {
    renderComponent(tree, failures);
    return undefined;
  } catch (value) {
    return { value };
  }
}

function innermostFirst(tree: Tree): Tree[] {
  return [...(tree.k ?? []).flatMap((node) => ('h' in node ? [] : innermostFirst(node))), tree];
}

/** Whether something is served in place of what failed: not if the outermost tag is it, and has nothing inside. */
export function hasFallback(tree: Tree, failures: Failures): boolean {
  return !failures.has(tree) || interactive.has(tree.c) || (tree.k ?? []).length > 0;
}

type Context = { failures: Failures; isGuarded: boolean; nextPrefix: () => string };

function render(node: ReactElement, identifierPrefix: string): string {
  return withoutPreloads(renderToString(node, { identifierPrefix }));
}

/** Controls do nothing before hydration, so they are served `inert`: they take neither focus nor click. */
function withInertControls(html: string): string {
  return html.replace(/<(button|input|select|textarea)\b(?![^>]*\sinert)/g, '<$1 inert=""');
}

function element(tree: Tree, context: Context): ReactElement {
  const { c: name, p: given = {}, k: children = [] } = tree;
  noteDocs(given);
  const nodes = children.map((node) => child(node, context));
  if (context.failures.has(tree)) return failed(tree, nodes, context);
  const Component = components[name];
  if (!Component) throw new Error(`no component is named \`${name}\``);
  const data = withDefaults(Component, given);
  const props = withElements(data);
  if (!interactive.has(name)) return createElement(Component, props, ...nodes);
  const prefix = context.nextPrefix();
  const slots = islandSlots(nodes, prefix);
  takeUsedDocs();
  takeCurrentDoc();
  // An island has its own root in the browser, so it is rendered with its own root here: `useId` then gives the same ids.
  const __html = withInertControls(
    asIsland(() => render(createElement(Component, slots.length > 0 ? { ...props, children: slots } : props), prefix)),
  );
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(data)}
      data-prefix={prefix}
      data-hydrate-on={onUse.has(name) ? 'use' : undefined}
      data-docs={takeUsedDocs()}
      data-doc={takeCurrentDoc()}
      dangerouslySetInnerHTML={{ __html }}
    />
  );
}

/**
 * What is served in place of a component that throws: what is inside its tag, or what its other components render. An island may
 * still render in the browser, or show its error there, so it is marked as blank or partial; for other components there is no
 * second attempt.
 */
function failed(tree: Tree, nodes: ReactElement[], context: Context): ReactElement {
  const { c: name, p: props = {} } = tree;
  const rest = restOf(tree, context);
  if (!interactive.has(name)) {
    const error = [...context.failures].find(([{ c }]) => c === name)?.[1];
    const mark = marksFailures ? (
      <mark role="note">{`${shownName(name)}: ${error instanceof Error ? error.message : error}`}</mark>
    ) : null;
    return createElement(Fragment, null, mark, rest, ...nodes);
  }
  const prefix = context.nextPrefix();
  const island = { 'data-island': name, 'data-props': JSON.stringify(props), 'data-prefix': prefix };
  const __html = rest && withInertControls(asIsland(() => render(rest, prefix)));
  if (__html && isVisible(__html)) return <div {...island} data-partial="" dangerouslySetInnerHTML={{ __html }} />;
  return createElement('div', { ...island, 'data-blank': '' }, islandSlots(nodes, prefix));
}

/** The name of a component as its author writes it: that of a tag of a Markdown file's module is the tag's. */
function shownName(name: string): string {
  return name.replace(/^.*#BinderyPart[0-9a-f]{10}/, '');
}

/** The component of a tag with nothing inside, without what throws in it. */
function restOf({ c: name, p: props = {}, k: children = [] }: Tree, { isGuarded }: Context): ReactElement | null {
  const Component = components[name];
  if (!isGuarded || !Component || children.length > 0) return null;
  return createElement(withErrorBoundaries(Component), withElements(withDefaults(Component, props)));
}

function islandSlots(nodes: ReactElement[], prefix: string): ReactElement[] {
  return nodes.map((node, key) =>
    createElement('island-slot', { key, dangerouslySetInnerHTML: { __html: render(node, prefix) } }),
  );
}

function child(node: Child, context: Context): ReactElement {
  return 'h' in node ? createElement('bindery-slot', { 'data-n': node.h }) : element(node, context);
}
