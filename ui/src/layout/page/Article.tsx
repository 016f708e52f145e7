import { memo } from 'react';

export type ArticleProps = {
  slot: number;
  html: string;
  /** Whether it is not styled as text: the page has its own design. */
  plain?: boolean;
};

/**
 * A stretch of the page made by the compiler. React never looks inside: on hydration `html` is what the
 * document already holds, so the served nodes stay; memoised, it is never written twice.
 */
export const Article = memo(function Article({ slot, html, plain }: ArticleProps) {
  return <div className={plain ? 'page' : 'md'} data-slot={slot} dangerouslySetInnerHTML={{ __html: html }} />;
});
