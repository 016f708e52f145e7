import type { Piece } from './hits';

export type MarkedProps = { pieces: readonly Piece[] };

/** Text with its matches. */
export function Marked({ pieces }: MarkedProps) {
  return pieces.map(({ text, match }, index) => (match ? <mark key={index}>{text}</mark> : text));
}
