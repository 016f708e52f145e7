/** A number or its printed form, or the figures of a sentence that is not kept. */
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
  /** The same on every level. */
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
};

export type Resistance = { path: string[]; percent: Record<string, number | string>; modifier_figures?: string[] };
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

export type RefinementParam = { near?: string; unit?: string; values: (number | number[])[] };
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

export type SetStat = { stat?: string; near?: string; value: number; unit?: string };
export type ArtifactSetData = {
  name: string;
  rarity: number;
  bonuses: { pieces: number; stats: SetStat[]; figures?: string[] }[];
};

export type Entry = {
  topic: string;
  /** What was found, in a sentence of our own. */
  finding?: string;
  added: string | null;
  tested: string | null;
  updated?: string[];
  links?: string[];
  discussion?: string;
};

export type Announcement = { section: string[]; label: string; route?: string; url?: string; date?: string };
