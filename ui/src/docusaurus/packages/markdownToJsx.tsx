import { type ComponentType, createElement, type ElementType, Fragment, type ReactNode } from 'react';
import { ReactMarkdown } from './reactMarkdown';

type Override = ElementType | { component?: ElementType; props?: Record<string, unknown> };

type MarkdownOptions = {
  overrides?: Record<string, Override>;
  forceBlock?: boolean;
  forceInline?: boolean;
};

type MarkdownProps = { children?: ReactNode; options?: MarkdownOptions; className?: string };

/** A text of one line that begins no block has no paragraph. */
const IS_BLOCK = /\n|^ {0,3}(?:#{1,6}\s|>|[-*+] |\d{1,9}[.)] |```|~~~)/;

/** In place of the package `markdown-to-jsx` where it is not installed; it reads what the one of `react-markdown` reads. */
export default function Markdown({ children, options = {}, className }: MarkdownProps) {
  const text = Array.isArray(children) ? children.join('') : String(children ?? '').trim();
  const isInline = options.forceInline ?? !(options.forceBlock || IS_BLOCK.test(text));
  const components: Record<string, ElementType> = isInline ? { p: Fragment } : {};
  for (const [name, override] of Object.entries(options.overrides ?? {})) components[name] = overriding(name, override);
  const content = <ReactMarkdown components={components}>{text}</ReactMarkdown>;
  return createElement(isInline ? 'span' : 'div', className === undefined ? null : { className }, content);
}

/** The elements of a text. */
export function compiler(text: string, options?: MarkdownOptions) {
  return <Markdown options={options}>{text}</Markdown>;
}

export { Markdown };

function overriding(name: string, override: Override): ElementType {
  if (typeof override !== 'object' || '$$typeof' in override) return override as ElementType;
  const { component = name, props } = override;
  const Own: ComponentType<Record<string, unknown>> = (given) => createElement(component, { ...props, ...given });
  return Own;
}
