/** The shape of the files in `static/presets/`, which `ui/test/content/presets/presetFiles.ts` makes from the library's data. */

/** `["90", 9796.73, 334.85, 630.21, 38.4]`: level, HP, ATK, DEF and what the ascension adds. */
export type PresetStep = [level: string, hp: number, atk: number, def: number, bonus: number];

/** One hit of a talent: the stat that it scales with, and its percentages by talent level. */
export type PresetRow = {
  kind: 'na' | 'e' | 'q';
  name: string;
  stat: string;
  values: number[];
  /** What its damage counts as (`Charged Attack`), as the library states it; null where it does not. */
  category: string | null;
  /** The element of its damage, or `Physical`, without an infusion; null where the library does not state it. */
  element: string | null;
};

export type PresetCharacter = {
  name: string;
  element: string;
  weapon: string;
  /** The stat that ascension adds. */
  stat: string;
  steps: PresetStep[];
  rows: PresetRow[];
};

/**
 * A figure that adds to a stat. The values are those of the refinements; a list has the total for each step, and any other value
 * counts once for each stack.
 */
export type PresetPassive = {
  stat: string;
  unit: string;
  values: (number | number[])[];
  /** How many stacks or steps it has; absent if it has none. */
  stacks?: number;
};

export type PresetWeapon = {
  name: string;
  type: string;
  atk: number;
  stat: string;
  value: number;
  passives: PresetPassive[];
};

export type PresetSet = { name: string; stats: { stat: string; unit: string; value: number }[] };
/** RES in percent by element; null is immune. */
export type PresetEnemy = { name: string; res: Record<string, number | null> };

export type PresetIndex = {
  /** Names by slug. */
  characters: Record<string, { name: string; element: string }>;
  weapons: Record<string, PresetWeapon>;
  sets: Record<string, PresetSet>;
  enemies: PresetEnemy[];
};

/** The characters of an element by slug. */
export type PresetElement = Record<string, PresetCharacter>;
