/** Components of Docusaurus' theme (`@theme/…`) that a site's components import, but that Markdown cannot name. */

import type { ReactNode } from 'react';
import CodeBlock from '../../content/CodeBlock';
import { translate } from '../../lib/text/translate';

export type PartProps = { children?: ReactNode };

/** A part that the shell has around its page: here only what is inside it. */
export function Wrapper({ children }: PartProps) {
  return children ?? null;
}

/** A part that the shell renders itself, such as the navbar. */
export function Empty(): null {
  return null;
}

export type MermaidProps = { value?: string };

/** A diagram as its source, as without script. */
export function Mermaid({ value = '' }: MermaidProps) {
  return <CodeBlock language="mermaid">{value}</CodeBlock>;
}

/** Live code as code. */
export function Playground({ children }: PartProps) {
  return <CodeBlock language="jsx">{children}</CodeBlock>;
}

export type ThemedComponentProps = { children: (params: { theme: string; className: string }) => ReactNode };

/** Both themes' contents; CSS shows the one of the mode in effect. */
export function ThemedComponent({ children }: ThemedComponentProps) {
  return (
    <>
      <span className="in-light">{children({ theme: 'light', className: 'in-light' })}</span>
      <span className="in-dark">{children({ theme: 'dark', className: 'in-dark' })}</span>
    </>
  );
}

export type EditThisPageProps = { editUrl?: string };

export function EditThisPage({ editUrl }: EditThisPageProps) {
  return <a href={editUrl}>{translate('theme.common.editThisPage', 'Edit this page')}</a>;
}

export type TagProps = { permalink: string; label: string; count?: number; description?: string };

export function Tag({ permalink, label, count, description }: TagProps) {
  return (
    <a href={permalink} title={description} rel="tag">
      {label}
      {count !== undefined && <span> {count}</span>}
    </a>
  );
}

export type TagsListInlineProps = { tags?: TagProps[] };

export function TagsListInline({ tags = [] }: TagsListInlineProps) {
  return (
    <ul>
      {tags.map((tag) => (
        <li key={tag.permalink}>
          <Tag {...tag} />
        </li>
      ))}
    </ul>
  );
}

export type ErrorPageContentProps = { error?: Error; tryAgain?: () => void };

export function ErrorPageContent({ error }: ErrorPageContentProps) {
  return <p role="alert">{error?.message}</p>;
}

export type PaginatorNavLinkProps = { permalink: string; title: ReactNode; subLabel?: ReactNode };

export function PaginatorNavLink({ permalink, title, subLabel }: PaginatorNavLinkProps) {
  return (
    <a href={permalink}>
      {subLabel} {title}
    </a>
  );
}
