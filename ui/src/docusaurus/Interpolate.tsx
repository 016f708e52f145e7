import { interpolate, type Values } from './insertValues';

export { interpolate } from './insertValues';

export type InterpolateProps = { children?: string; values?: Values };

/** A text with elements in it. */
export default function Interpolate({ children = '', values }: InterpolateProps) {
  return <>{interpolate(children, values)}</>;
}
