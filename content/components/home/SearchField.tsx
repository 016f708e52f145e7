import '../entity.css';

export type SearchFieldProps = {
  /** The path of the search page. */
  action: string;
};

/**
 * A form that leads to the search page. With script, the first character typed opens the search dialog (`data-search-field`), which
 * limits the length of a query, as the search page does.
 */
export default function SearchField({ action }: SearchFieldProps) {
  return (
    <form className="ask home-search" role="search" action={action}>
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.500 15.500l5 5" />
      </svg>
      <input
        type="search"
        name="q"
        autoComplete="off"
        aria-label="Search the library"
        aria-haspopup="dialog"
        aria-describedby="home-search-hint"
        placeholder="Search the library"
        data-search-field=""
      />
      <span id="home-search-hint" className="visually-hidden">
        The search opens as you type.
      </span>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: `kbd` takes no focus. */}
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
