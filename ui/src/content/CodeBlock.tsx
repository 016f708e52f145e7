import type { ReactNode } from 'react';

export type CodeBlockProps = { language?: string; title?: string; children?: ReactNode };

/** Code inside of components; in articles the compiler writes the block itself, with colours. */
export default function CodeBlock({ language, title, children }: CodeBlockProps) {
  return (
    <div className="code-block">
      {title !== undefined && <div className="code-title">{title}</div>}
      <pre tabIndex={0}>
        <code className={language === undefined ? undefined : `language-${language}`}>{children}</code>
      </pre>
    </div>
  );
}
