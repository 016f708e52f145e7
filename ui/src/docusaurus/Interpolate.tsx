import { interpolate, type Values } from '../lib/text/insertValues';

export { interpolate } from '../lib/text/insertValues';

export type InterpolateProps = { children?: string; values?: Values };

/** A text with elements in it. */
export default function Interpolate({ children = '', values }: InterpolateProps) {
  return <>{interpolate(children, values)}</>;
}
