import { useState } from 'react';
import { announce } from '../../lib/browser/announce';
import { translate } from '../../lib/text/translate';
import type { RoutePath } from '../../model';
import { Icon } from '../../elements/Icon';

export type CopyMarkdownProps = { path: RoutePath };

/** Copies the page's Markdown twin, for notes and for language models. */
export function CopyMarkdown({ path }: CopyMarkdownProps) {
  const [copied, setCopied] = useState<RoutePath | null>(null);
  const copy = async () => {
    const answer = await fetch(path.endsWith('/') ? `${path}index.md` : `${path}.md`);
    if (!answer.ok) return;
    await navigator.clipboard.writeText(await answer.text());
    setCopied(path);
    announce(translate('theme.CodeBlock.copied', 'Copied'));
  };
  const report = (error: unknown) => console.warn('The page could not be copied.', error);
  const label =
    copied === path
      ? translate('theme.CodeBlock.copied', 'Copied')
      : translate('theme.page.copyMarkdown', 'Copy as Markdown');
  // An icon without text: without script the button is absent, and the page's text must be the same.
  return (
    <button type="button" className="js" aria-label={label} title={label} onClick={() => void copy().catch(report)}>
      <Icon name={copied === path ? 'check' : 'copy'} />
    </button>
  );
}
