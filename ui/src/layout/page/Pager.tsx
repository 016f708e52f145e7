import type { PageLink } from '../../model';

export type PagerProps = {
  label: string;
  previous: { link: PageLink; caption: string } | null;
  next: { link: PageLink; caption: string } | null;
};

/** Two neighbours of a page. A link's name is its caption and title. */
export function Pager({ label, previous, next }: PagerProps) {
  if (!previous && !next) return null;
  return (
    <nav className="pager" aria-label={label}>
      {previous && <PagerLink {...previous} className="previous" />}
      {next && <PagerLink {...next} className="next" />}
    </nav>
  );
}

function PagerLink({ link, caption, className }: { link: PageLink; caption: string; className: string }) {
  return (
    <a href={link.href} className={className}>
      {link.title === '' ? (
        caption
      ) : (
        <>
          <small>{caption}</small> {link.title}
        </>
      )}
    </a>
  );
}
