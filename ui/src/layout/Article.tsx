import { memo } from 'react';

export type ArticleProps = { slot: number; html: string };

/**
 * A stretch of the page made by the compiler. React never looks inside: on hydration `html` is what the
 * document already holds, so the served nodes stay; memoised, it is never written twice.
 */
export const Article = memo(function Article({ slot, html }: ArticleProps) {
  return <div className="md" data-slot={slot} dangerouslySetInnerHTML={{ __html: html }} />;
});
