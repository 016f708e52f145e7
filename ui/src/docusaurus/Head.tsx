import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { overridePage, type PageOverrides } from './pageOverrides';

export type HeadProps = { children?: ReactNode };

type Attributes = Record<string, unknown> & { children?: ReactNode; dangerouslySetInnerHTML?: { __html: string } };

const NAMES: Record<string, string> = { httpEquiv: 'http-equiv', className: 'class', charSet: 'charset' };
const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Adds elements to the head of the component's page; scripts and style sheets are ignored. */
export default function Head({ children }: HeadProps) {
  if (typeof document === 'undefined') read(children);
  return null;
}

function read(children: ReactNode): void {
  Children.forEach(children, (child) => {
    if (!isValidElement<Attributes>(child)) return;
    if (child.type === Fragment) read(child.props.children);
    else overridePage(overridesOf(child));
  });
}

function overridesOf({ type, props }: ReactElement<Attributes>): PageOverrides {
  const { children, dangerouslySetInnerHTML: inner, ...attributes } = props;
  if (type === 'title') return { headTitle: textOf(children) };
  if (type === 'meta' && attributes.name === 'description') return { description: String(attributes.content ?? '') };
  if (type === 'meta' || (type === 'link' && attributes.rel !== 'stylesheet'))
    return { head: `<${type}${attributeText(attributes)}>` };
  // A data block: the browser does not run it.
  const json = (inner?.__html ?? textOf(children)).replaceAll('<', '\\u003c');
  return type === 'script' && attributes.type === 'application/ld+json'
    ? { head: `<script${attributeText(attributes)}>${json}</script>` }
    : {};
}

function textOf(children: ReactNode): string {
  return Children.toArray(children)
    .filter((child) => typeof child !== 'object')
    .join('');
}

function attributeText(attributes: Record<string, unknown>): string {
  const known = Object.entries(attributes).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  return known
    .map(
      ([name, value]) => ` ${NAMES[name] ?? name.toLowerCase()}="${value === true ? '' : escapeHtml(String(value))}"`,
    )
    .join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&"<>]/g, (letter) => ENTITIES[letter] ?? letter);
}
