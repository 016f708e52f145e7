import { useEffect, useRef, type ReactNode } from 'react';
import { enhanceBlock } from '../enhancements/enhanceCode';
import { contentContext } from '../lib/text/locale';

export type CodeBlockProps = {
  language?: string;
  title?: string;
  /** Read by the compiler, for blocks in articles. */
  metastring?: string;
  /** Read by the compiler, for blocks in articles. */
  showLineNumbers?: boolean | number | string;
  children?: ReactNode;
};

/** A code block inside a component. The compiler writes those of articles itself, with highlighting. */
export default function CodeBlock({ language, title, children }: CodeBlockProps) {
  const pre = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const block = pre.current?.closest('.code-block');
    if (pre.current && block) enhanceBlock(pre.current, block);
  }, []);
  const code = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a region only while it has the focus.
    <pre ref={pre} tabIndex={0}>
      <code className={language === undefined ? undefined : `language-${language}`}>{children}</code>
    </pre>
  );
  return (
    <div className="code-block">
      {title !== undefined && <div className="code-title">{title}</div>}
      {
        // The `div` hides the block of an island from `enhancements/enhanceCode.ts`, which would add buttons before hydration.
        contentContext().isIsland ? <div>{code}</div> : code
      }
    </div>
  );
}
