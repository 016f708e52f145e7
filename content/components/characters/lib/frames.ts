/** Headings for the columns of a frame table. */
export const COLUMN_NAMES: Record<string, string> = {
  name: 'Action',
  hitmark: 'Hitmark',
  release: 'Release',
  hitlag: 'Hitlag',
  next_na: 'Next NA',
  default: 'Frames',
  n1: 'N1',
  ca: 'CA',
  skill: 'Skill',
  burst: 'Burst',
  plunge: 'Plunge',
  walk: 'Walk',
  dash: 'Dash',
  jump: 'Jump',
  swap: 'Swap',
  cd: 'CD starts',
  energy: 'Energy drained',
  plunge_hitmark: 'Plunge hitmark',
  CD_plunge: 'CD starts (plunge)',
  CD_no_plunge: 'CD starts (no plunge)',
};

/** Captions for the kinds of action; others keep the data's word. */
export const TAB_NAMES: Record<string, string> = {
  NA: 'Normal Attacks',
  CA: 'Charged Attacks',
  Skill: 'Elemental Skill',
  Burst: 'Elemental Burst',
  Other: 'Other actions',
};
