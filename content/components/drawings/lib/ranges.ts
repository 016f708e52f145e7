import type { TopViewProps } from './TopView';

const TILE = 'Abyss tile';

/** The ranges that notes of characters give, by character. */
export const RANGES: Record<string, TopViewProps> = {
  zhongli: {
    title: 'Ranges around the Stone Stele, from above',
    description:
      'Two circles around the Stone Stele, to scale: the resonance itself reaches 1.5 Abyss Tiles; other Geo Constructs resonate up to 3 tiles away.',
    rings: [
      { radius: 3, name: 'Other Constructs', text: 'resonate up to 3 tiles' },
      { radius: 1.5, name: 'Resonance', text: '1.5 tiles' },
    ],
    center: 'Stele',
    unit: TILE,
  },
  'traveler-dendro': {
    title: 'The lamp before and after Hydro Transfiguration',
    description:
      'Two circles around the lamp of the burst from above, to scale: its radius is about 3 abyss tiles, and about 5 after Hydro Transfiguration.',
    rings: [
      { radius: 5, name: 'Hydro Transfiguration', text: 'about 5 tiles' },
      { radius: 3, name: 'Before', text: 'about 3 tiles' },
    ],
    center: 'lamp',
    unit: TILE,
  },
  'sangonomiya-kokomi': {
    title: 'Auto-targeting and Bake-Kurage compared, from above',
    description:
      'Two circles, to scale: the auto-targeting of normal attacks reaches about 6 tiles around Kokomi; the Bake-Kurage, drawn here around the same point, has a radius of about 2.5 tiles.',
    rings: [
      { radius: 6, name: 'Auto-targeting', text: 'about 6 tiles' },
      { radius: 2.5, name: 'Bake-Kurage', text: 'about 2.5 tiles' },
    ],
    unit: TILE,
  },
  eula: {
    title: 'Ranges of the burst compared, from above',
    description:
      'Two circles around one point, to scale: the cast of Glacial Illumination reaches about 8 meters, the explosion of the Lightfall Sword about 7 meters.',
    rings: [
      { radius: 8, name: 'Glacial Illumination', text: 'about 8 m' },
      { radius: 7, name: 'Lightfall Sword', text: 'about 7 m' },
    ],
    unit: 'm',
  },
};
