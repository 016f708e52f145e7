import { memo } from 'react';

export type ArticleProps = {
  slot: number;
  html: string;
  /** Whether the HTML is not styled as text: the page has its own design. */
  plain?: boolean;
};

/**
 * HTML that the compiler made. React does not render its content: on hydration `html` equals the served HTML, so the
 * nodes stay, and `memo` prevents that it is written again.
 */
export const Article = memo(function Article({ slot, html, plain }: ArticleProps) {
  return <div className={plain ? 'page' : 'md'} data-slot={slot} dangerouslySetInnerHTML={{ __html: html }} />;
});
