import { Island } from '../lib/Island';
import { rosterOf } from './lib/portrait';
import type { Character } from '../lib/types';
import PortraitStudio from './PortraitStudio';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type PortraitMakerProps = {
  /** The folder of the characters' facts, of which the browser gets names and elements only; without it every element is picked by hand. */
  characters?: Record<string, Character>;
};

/** A picture of a team from medallions with initials. */
export default function PortraitMaker({ characters = {} }: PortraitMakerProps) {
  return <Island name="PortraitStudio" of={PortraitStudio} props={{ roster: rosterOf(Object.values(characters)) }} />;
}
