import { useState } from 'react';
import { useHydrated } from '../../hooks/useHydrated';
import { announce } from '../../lib/browser/announce';
import { translate } from '../../lib/text/translate';
import type { RoutePath } from '../../model';
import { Icon } from '../../elements/Icon';

export type CopyMarkdownProps = { path: RoutePath };

/** Copies the page's twin in Markdown, for notes and for machines that read for people. */
export function CopyMarkdown({ path }: CopyMarkdownProps) {
  const [copied, setCopied] = useState<RoutePath | null>(null);
  const hydrated = useHydrated();
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
  // A picture without text: what the page says is the same without script, where the button is not there.
  return (
    <button
      type="button"
      className="js"
      aria-label={label}
      title={label}
      disabled={!hydrated}
      onClick={() => void copy().catch(report)}
    >
      <Icon name={copied === path ? 'check' : 'copy'} />
    </button>
  );
}
