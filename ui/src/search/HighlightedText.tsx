import type { Piece } from './hits';

export type HighlightedTextProps = { pieces: readonly Piece[] };

/** Text with its matches. */
export function HighlightedText({ pieces }: HighlightedTextProps) {
  return pieces.map(({ text, match }, index) => (match ? <mark key={index}>{text}</mark> : text));
}
