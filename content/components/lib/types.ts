/** A number or its printed form, or the figures of a sentence that is left out. */
export type CellValue = number | string | null | { figures: string[] };
export type Cell = CellValue | CellValue[];

export type Table = { path: string[]; columns: string[]; rows: Cell[][] };

/** One figure of a talent: `fmt` holds a `{}` for each number. */
export type TalentRow = {
  name: string;
  fmt: string;
  /** Decimals; a list has one entry per `{}`. `3sig`: one below 100, none from 100 on. */
  dp?: number | '3sig' | number[];
  /** One entry per talent level. */
  values?: (number | number[])[];
  /** A value that is equal on every level. */
  value?: number | number[];
  /** The printed forms, where no rule gives them. */
  text?: string | string[];
};

export type TalentData = { kind: string; name: string; variant?: string; rows: TalentRow[] };
export type FrameTable = { set?: string; tab: string; columns: string[]; rows: Cell[][]; notes?: FrameNote[] };
export type FrameNote = { figures: string[] } | { label: string; values: (number | string)[] };
export type StatTable = { columns: string[]; rows: number[][] };
export type Link = { label?: string; url: string };

export type Character = {
  name: string;
  route: string;
  element: string;
  weapon?: string;
  rarity?: number;
  base?: { hp: number; atk: number; def: number; crit_rate: number; crit_dmg: number };
  curves?: { hp: string; atk: string; def: string };
  ascension_stat?: string;
  ascensions?: StatTable;
  stats?: StatTable;
  talents?: (TalentData & { energy_cost?: number })[];
  frames?: FrameTable[];
  tables?: Table[];
};

export type Resistance = { path: string[]; percent: Record<string, number | string> };
export type HpTable = { path: string[]; levels: [number, number][] };
export type DropTable = { path: string[]; drops: { at: Cell; drop: Cell; element: Cell }[] };
export type Shield = { path: string[]; gauge_required: Record<string, string> };

export type Enemy = {
  name: string;
  route: string;
  /** The headings of the categories it stands in, the innermost last. */
  category: string[];
  resistances?: Resistance[];
  hp?: HpTable[];
  weakspots?: string[];
};

export type RefinementParam = { label?: string; unit?: string; values: (number | number[])[] };
export type WeaponData = {
  name: string;
  rarity: number;
  base_atk: { init: number; max: number; curve: string };
  substat: { stat: string; init: number; max: number; curve: string } | null;
  max_level: number;
  ascension_levels: number[];
  ascension_atk: number[];
  refinement?: { name: string; params: RefinementParam[]; fixed: string[] };
};

export type SetStat = { stat?: string; value: number; unit?: string };
export type ArtifactSetData = {
  name: string;
  rarity: number;
  bonuses: { pieces: number; stats: SetStat[] }[];
};

/** When an entry of the vault was added and tested, and where its recordings are. */
export type Entry = {
  topic: string;
  added: string | null;
  tested: string | null;
  updated?: string[];
  links?: string[];
  discussion?: string;
  /** The sections that link the entry. */
  supports?: { to: string; label: string }[];
};

/** A page of the vault; the entries are keyed by the anchors of their headings. */
export type VaultFile = { title: string; route: string; entries: Record<string, Entry> };

/** A sentence, with the recordings that show it. */
export type Statement = string | { text: string; links: string[] };

/** What the library states under one heading; the sentences come from the notes of the entry. */
export type ClaimData = {
  heading?: string;
  result?: Statement[];
  /** Rules, definitions, values and examples. */
  notes?: Statement[];
  setup?: Statement[];
  method?: Statement[];
  measured?: Statement[];
  /** What follows from the result. */
  consequence?: Statement[];
  /** What a picture, a graph or a video shows. */
  figures?: Statement[];
  /** LaTeX; the page writes it. */
  formula?: string[];
  tables?: { caption?: string; columns: string[]; rows: Cell[][] }[];
  /** Outdated, disputed, fixed, uncertain. */
  status?: Statement[];
  /** Recordings of the section that belong to no single statement. */
  recordings?: { label?: string; links: string[] }[];
};

/** What a talent, a passive or a constellation does, in rows such as `Charged: two arrows`. */
export type Ability = { name: string; effects: Statement[] };

/** What the library states of a character. */
export type CharacterClaims = {
  route: string;
  talents: (Ability & { slot: string })[];
  passives: (Ability & { ascension: number })[];
  constellations: (Ability & { level: number })[];
  /** By what they are about: `skill`, `passive`, `constellation 2`, `general`. */
  notes: Record<string, Statement[]>;
};

/** What a weapon's passive does, in sentences with the figures of its five refinements. */
export type PassiveEffect = { passive?: string; text: Statement[] };

/** What a set's bonuses do, by the number of pieces. */
export type SetEffect = { bonuses: { pieces: number; text: Statement[] }[] };

export type Announcement = { section: string[]; label: string; route?: string; url?: string; date?: string };
