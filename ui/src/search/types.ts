/** Types that several modules of the search share. */

import type { KeyboardEvent, MouseEvent } from 'react';
import type { PageProps, SiteProps } from '../model';
import type { Hit } from './hits';
import type { SavedHit } from './history';

/** What the search needs of the page it is opened on. */
export type SearchContext = { site: SiteProps; page: PageProps; navigate: (to: string) => void };

export type Question = {
  query: string;
  filter?: string | undefined;
  perPage: number;
  page?: number;
  groupLimit: number;
  affix?: number;
};

export type Answer = {
  hits: Hit[];
  /** The number of pages that match. */
  found: number;
  /** The figure that the query names, if it names one. */
  figure: FigureAnswer | null;
  /** The words that the index does not have, where nothing is found, each with the nearest terms. */
  unknown: readonly UnknownWord[];
  /** The other words of the query, where nothing is found. */
  understood: string;
};

export type FigureAnswer = {
  url: string;
  /** The page. */
  title: string;
  /** The section; the page's title for the page itself. */
  heading: string;
  figures: readonly { name: string; value: string }[];
  sentence?: string;
};

export type UnknownWord = { word: string; nearest: readonly string[] };

/** What an arrow key can select: a hit, or a saved hit of the history. */
export type Choice = { id: string; saved: SavedHit };

export type ChoicesProps = {
  choices: readonly Choice[];
  current: Choice | undefined;
  onChoose: (saved: SavedHit, event: MouseEvent | KeyboardEvent) => void;
  onPoint: (index: number) => void;
};
