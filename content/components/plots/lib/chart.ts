/** Scales of a line chart: where each value is drawn, which ticks the axes have, and where the lines' labels stand. */
import { scaleLinear, type ScaleLinear } from 'd3-scale';

export type Point = [x: number, y: number];

export type Series = {
  name: string;
  /** Stands at the line's end in place of a long name, which is then in a legend; an empty one leaves it to the legend. */
  label?: string;
  points: Point[];
};

export type Axis = {
  label: string;
  /** A tick with its unit. */
  format: (value: number) => string;
  /** A value of its own, where it is more exact than a tick. */
  figure?: (value: number) => string;
  /** From where to where; without it the axis covers the points. */
  domain?: [first: number, last: number];
  /** Shows values above zero in proportion. */
  startsAtZero?: boolean;
};

export type Chart = {
  x: Axis;
  y: Axis;
  series: Series[];
  /** The points at these x have a circle; `figures` have their value beside it as well. */
  circles?: number[];
  figures?: number[];
};

type Scale = ScaleLinear<number, number>;
export type Label = { text: string; y: number };
export type Plot = { x: Scale; y: Scale; labels: Label[] };

/** The drawing; around the plot are the labels. */
export const SIZE = { width: 360, height: 216 };
export const BOX = { left: 46, right: 348, top: 30, bottom: 172 };
/** Dashes tell lines apart without colour; the first line is solid. */
export const DASHES = [undefined, '7 3', '2 3', '10 3 2 3', '16 4', '4 2'];

/** Room for one character of a label, and between two labels. */
const CHARACTER = 6;
const LABEL_GAP = 13;
const TICKS = { x: 6, y: 5 };

function scaleOf({ domain, startsAtZero }: Axis, values: number[], count: number): Scale {
  if (domain) return scaleLinear(domain, [0, 1]);
  const lowest = startsAtZero ? 0 : Math.min(...values);
  return scaleLinear([lowest, Math.max(...values)], [0, 1]).nice(count);
}

/** A figure stands on the side where its line is lower, so that the line does not run through it. */
export function sideOf(points: Point[], at: number): 'start' | 'end' {
  const [here, before] = [points[at], points[at - 1]];
  if (!here || !before) return 'start';
  return here[1] < before[1] ? 'start' : 'end';
}

/** Labels beside their lines' ends, moved up where two would overlap. */
function placeLabels({ series }: Chart, y: Scale): Label[] {
  let lowest = BOX.bottom;
  return series
    .map(({ name, label, points }) => ({ text: label ?? name, y: y(points.at(-1)?.[1] ?? 0) }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => b.y - a.y)
    .map(({ text, y: end }) => {
      const placed = { text, y: Math.min(end, lowest) };
      lowest = placed.y - LABEL_GAP;
      return placed;
    });
}

/** A single line needs no label: the title names it. */
export function plotOf(chart: Chart): Plot {
  const points = chart.series.flatMap((one) => one.points);
  const y = scaleOf(
    chart.y,
    points.map((point) => point[1]),
    TICKS.y,
  ).range([BOX.bottom, BOX.top]);
  const labels = chart.series.length > 1 ? placeLabels(chart, y) : [];
  const room = Math.max(0, ...labels.map(({ text }) => text.length * CHARACTER));
  const xs = points.map((point) => point[0]);
  const x = scaleOf({ ...chart.x, domain: chart.x.domain ?? [Math.min(...xs), Math.max(...xs)] }, xs, TICKS.x);
  return { x: x.range([BOX.left, BOX.right - room]), y, labels };
}

export const xTicks = ({ x }: Plot) => x.ticks(TICKS.x);
export const yTicks = ({ y }: Plot) => y.ticks(TICKS.y);

/** From one number to another, both included. */
export function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
}

/** The points of a function at these x. */
export function sample(xs: number[], value: (x: number) => number): Point[] {
  return xs.map((x) => [x, value(x)]);
}
