import { memo, useLayoutEffect, useRef, useState } from 'react';
import { parsedArticles } from '../../lib/navigation/aheadOfLinks';

export type ArticleProps = {
  slot: number;
  html: string;
  /** Whether the HTML is not styled as text: the page has its own design. */
  plain?: boolean;
};

/**
 * HTML that the compiler made. React does not render its content: on hydration `html` equals the served HTML, so the
 * nodes stay, and `memo` prevents that it is written again. Nodes that were parsed ahead are put in without React.
 */
export const Article = memo(function Article({ slot, html, plain }: ArticleProps) {
  const box = useRef<HTMLDivElement>(null);
  const [parsed] = useState(() => (parsedArticles?.parsedArticle(html) ? html : null));
  // React cannot render nodes.
  useLayoutEffect(() => {
    if (parsed !== null && box.current) parsedArticles?.takeParsedArticle(parsed, box.current);
  }, [parsed]);
  const content = parsed === html ? undefined : { __html: html };
  return <div ref={box} className={plain ? 'page' : 'md'} data-slot={slot} dangerouslySetInnerHTML={content} />;
});
