import { Strip } from '../lib/Strip';

const mark = (at: number, text: string, anchor: 'start' | 'middle' = 'middle') => ({ at, text, anchor });

const LANES = [
  {
    label: 'Hydro and Electro both last',
    segments: [{ from: 0.3, to: 3.6, kind: 'accent' as const }],
    marks: [mark(0.3, 'tick'), mark(1.3, 'tick'), mark(2.3, 'tick'), mark(3.3, 'tick')],
  },
  {
    label: 'A gauge runs out more than 0.5 s after a tick',
    segments: [{ from: 0.3, to: 2.1, kind: 'accent' as const }],
    marks: [mark(0.3, 'tick'), mark(1.3, 'tick'), mark(2.1, 'early tick', 'start')],
  },
  {
    label: 'A gauge runs out within 0.5 s of a tick',
    segments: [{ from: 0.3, to: 1.6, kind: 'accent' as const }],
    marks: [mark(0.3, 'tick'), mark(1.3, 'tick, then no more', 'start')],
  },
];

/** When Electro-Charged ticks, and what the end of a gauge changes. */
export default function ElectroChargedTicks() {
  return (
    <Strip
      title="The ticks of Electro-Charged"
      description="Three strips of the time for which both gauges last, with ticks to scale: while enough of both gauges remains, one tick comes per second. When a gauge runs out more than 0.5 s after a tick, the next tick comes early, at that moment. When it runs out within 0.5 s of a tick, no early tick comes."
      scale="to scale"
      length={4}
      lanes={LANES}
      axis={{ ticks: [0.3, 1.3, 2.3, 3.3], format: (time) => `${Math.round(time - 0.3)} s` }}
    />
  );
}
