/** `@theme/MDXComponents`, its entries, and `@mdx-js/react`. */

import {
  createContext,
  createElement,
  useContext,
  type ComponentType,
  type DetailsHTMLAttributes,
  type ElementType,
  type HTMLAttributes,
  type ImgHTMLAttributes,
  type ReactNode,
} from 'react';
import AdmonitionBox from '../../content/Admonition';
import CodeBlock from '../../content/CodeBlock';
import Head from '../Head';
import Link from '../Link';
import { Mermaid } from './components';

export type Components = Record<string, ElementType>;
type Changed = Components | ((components: Components) => Components);

/** `h2` and the others: the entry of a level. */
export function Heading({ as = 'h2', ...rest }: HTMLAttributes<HTMLElement> & { as?: ElementType }) {
  return createElement(as, rest);
}

const level = (as: ElementType) =>
  function LevelHeading(props: HTMLAttributes<HTMLElement>) {
    return <Heading as={as} {...props} />;
  };

export function A(props: Parameters<typeof Link>[0]) {
  return <Link {...props} />;
}

/** Text of several lines, or of a language, is a block. */
export function Code({ className, children, ...rest }: HTMLAttributes<HTMLElement> & { title?: string }) {
  const language = /language-(\S+)/.exec(className ?? '')?.[1];
  const isBlock = language !== undefined || (typeof children === 'string' && children.includes('\n'));
  if (!isBlock) return <code className={className}>{children}</code>;
  return (
    <CodeBlock language={language} {...rest}>
      {children}
    </CodeBlock>
  );
}

/** The block inside brings its own `pre`. */
export function Pre({ children }: { children?: ReactNode }) {
  return children ?? null;
}

export function Details({ children, ...rest }: DetailsHTMLAttributes<HTMLDetailsElement>) {
  return <details {...rest}>{children}</details>;
}

export function Img({ alt = '', ...rest }: ImgHTMLAttributes<HTMLImageElement>) {
  return <img alt={alt} loading="lazy" decoding="async" {...rest} />;
}

export function Ul(props: HTMLAttributes<HTMLUListElement>) {
  return <ul {...props} />;
}

export function Li(props: HTMLAttributes<HTMLLIElement>) {
  return <li {...props} />;
}

/** Elements and tags of Markdown by their component. */
const MDXComponents: Components = {
  Head,
  details: Details,
  Details,
  code: Code,
  a: A,
  pre: Pre,
  ul: Ul,
  li: Li,
  img: Img,
  h1: level('h1'),
  h2: level('h2'),
  h3: level('h3'),
  h4: level('h4'),
  h5: level('h5'),
  h6: level('h6'),
  admonition: AdmonitionBox as ComponentType,
  mermaid: Mermaid as ComponentType,
};
export default MDXComponents;

/** `@theme/Admonition/Types`: the kinds and their component. */
export const AdmonitionTypes: Components = Object.fromEntries(
  ['note', 'tip', 'info', 'warning', 'danger', 'caution', 'secondary', 'important', 'success'].map((type) => [
    type,
    function AdmonitionType(props: Parameters<typeof AdmonitionBox>[0]) {
      return <AdmonitionBox {...props} type={type} />;
    },
  ]),
);

const Context = createContext<Components>(MDXComponents);

function changed(now: Components, by: Changed | null | undefined): Components {
  return typeof by === 'function' ? by(now) : { ...now, ...by };
}

export function useMDXComponents(components?: Changed | null): Components {
  return changed(useContext(Context), components);
}

export type MDXProviderProps = { components?: Changed | null; disableParentContext?: boolean; children?: ReactNode };

export function MDXProvider({ components, disableParentContext = false, children }: MDXProviderProps) {
  const above = useContext(Context);
  return (
    <Context.Provider value={changed(disableParentContext ? MDXComponents : above, components)}>
      {children}
    </Context.Provider>
  );
}

/** The article's text: the compiler has rendered its elements already. */
export function MDXContent({ children }: { children?: ReactNode }) {
  return children ?? null;
}
