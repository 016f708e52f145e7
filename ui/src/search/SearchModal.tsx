import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Icon } from '../elements/Icon';
import { translate } from '../lib/text/translate';
import { AnswerList } from './AnswerList';
import { FailedScreen, NothingScreen } from './screens';
import { parseHitUrl } from './hits';
import { openHistory, toSaved, type SavedHit } from './history';
import { MAX_QUERY_LENGTH } from './limits';
import { ModalFooter } from './ModalFooter';
import { StartScreen } from './StartScreen';
import type { Choice, SearchContext } from './types';
import { useAnswer } from './useAnswer';

export type SearchModalProps = {
  context: SearchContext;
  typed: string;
  /** What was selected on the page. */
  selected: string;
  onClose: () => void;
};

export function SearchModal({ context, typed, selected, onClose }: SearchModalProps) {
  const [query, setQuery] = useState(typed || selected);
  const [chosen, setChosen] = useState(0);
  const [, rerender] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const sections = useRef<string[]>([]);
  const { settings, answer, failed } = useAnswer(context, query);
  const history = useMemo(() => (settings ? openHistory(settings.collection) : null), [settings]);

  // The browser's dialog: the page behind is inert and does not scroll.
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    document.documentElement.dataset.menu = 'open';
    input.current?.focus();
    if (selected !== '') input.current?.select();
    return () => {
      delete document.documentElement.dataset.menu;
      element?.close();
    };
  }, [selected]);

  const asked = query.trim();
  const listed =
    asked === '' ? [...(history?.recent ?? []), ...(history?.favorite ?? [])] : (answer?.hits.map(toSaved) ?? []);
  const choices: Choice[] = listed.map((saved, index) => ({ id: `search-choice-${index}`, saved }));
  if (answer && answer.hits.length > 0)
    sections.current = [...new Set(answer.hits.map((hit) => hit.levels[0] ?? ''))].filter(Boolean);
  const current = choices[Math.min(chosen, choices.length - 1)];

  const follow = (saved: SavedHit, inNewTab: boolean) => {
    history?.remember(saved);
    const { href, external } = parseHitUrl(saved.url, settings?.externalUrlRegex ?? null);
    if (inNewTab) return void window.open(href, '_blank', 'noopener');
    onClose();
    if (external) window.location.assign(href);
    else context.navigate(href);
  };
  const onChoose = (saved: SavedHit, event: MouseEvent | KeyboardEvent) =>
    follow(saved, event.ctrlKey || event.metaKey || event.shiftKey);
  const change = (next: string) => {
    setQuery(next);
    setChosen(0);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((at) =>
        choices.length === 0 ? 0 : (Math.min(at, choices.length - 1) + step + choices.length) % choices.length,
      );
    } else if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      if (current) onChoose(current.saved, event);
    } else if (event.key === 'Tab') keepInside(event, dialog.current);
  };
  const isEmpty = asked !== '' && !failed && answer !== null && answer.hits.length === 0;
  const shown = { choices, current, onChoose, onPoint: setChosen };
  return (
    <dialog
      ref={dialog}
      className="sx"
      aria-label={translate('theme.SearchBar.label', 'Search')}
      aria-modal="true"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sx-in">
        <div className="sx-bar">
          <Icon name="search" />
          <input
            ref={input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={choices.length > 0}
            aria-controls="search-choices"
            aria-activedescendant={current?.id}
            aria-label={translate('theme.SearchModal.placeholder', 'Search docs')}
            placeholder={translate('theme.SearchModal.placeholder', 'Search docs')}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MAX_QUERY_LENGTH}
            value={query}
            onChange={(event) => change(event.target.value)}
          />
          {query !== '' && (
            <button
              type="button"
              className="ib"
              aria-label={translate('theme.SearchModal.searchBox.resetButtonTitle', 'Clear the query')}
              onClick={() => change('')}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        <div className="sx-body">
          {asked === '' && <StartScreen history={history} {...shown} onChange={() => rerender((count) => count + 1)} />}
          {failed && <FailedScreen />}
          {isEmpty && (
            <NothingScreen
              query={answer.query}
              suggestions={sections.current.slice(0, 3)}
              feedbackUrl={settings?.feedbackUrl ?? null}
              onSuggest={change}
            />
          )}
          {asked !== '' && !failed && answer && answer.hits.length > 0 && <AnswerList hits={answer.hits} {...shown} />}
        </div>
        {answer && answer.hits.length > 0 && asked !== '' && context.site.search && (
          <a className="sx-all" href={`${context.site.search}?q=${encodeURIComponent(answer.query)}`} onClick={onClose}>
            {translate('theme.SearchBar.seeAll', 'See all {count} results', { count: answer.found })}
          </a>
        )}
        <ModalFooter engine={settings?.engine ?? 'embedded'} />
        <div role="status" className="vh">
          {statusOf(asked, failed, answer?.found)}
        </div>
      </div>
    </dialog>
  );
}

function statusOf(asked: string, failed: boolean, found: number | undefined): string {
  if (failed) return translate('theme.SearchModal.errorScreen.titleText', 'Unable to fetch results');
  if (asked === '' || found === undefined) return '';
  return translate('theme.SearchModal.status', 'Results: {count}', { count: found });
}

/** a11y: Tab goes round in the dialog, also where the browser would leave it for its own controls. */
function keepInside(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const stops = [...(dialog?.querySelectorAll<HTMLElement>('input,button,a[href]') ?? [])];
  const [first, last] = [stops[0], stops.at(-1)];
  const leaves = event.shiftKey ? event.target === first : event.target === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
