import { Strip } from '../lib/Strip';

const LANES = [
  {
    label: 'The leaving character',
    segments: [
      { from: 0, to: 30, text: 'on the field' },
      { from: 30, to: 46, kind: 'accent' as const },
      { from: 46, to: 62, text: 'jumps', kind: 'accent' as const },
    ],
    marks: [
      { at: 30, text: 'switch pressed' },
      { at: 62, text: 'in effect' },
    ],
  },
  {
    label: 'The entering character',
    segments: [
      { from: 62, to: 78, text: 'jumps' },
      { from: 78, to: 100, text: 'plunges', kind: 'accent' as const },
    ],
  },
];

/** The window of a switch in which a jump makes a plunge of the next character possible. */
export default function SwitchPlunge() {
  return (
    <Strip
      title="A jump while the switch is on its way"
      description="A strip of time in two lanes: between the press of the switch and its effect lies a window, whose length depends on ping. The leaving character jumps in it. After the switch takes effect, the entering character jumps again and plunges."
      scale="not to scale"
      length={100}
      lanes={LANES}
    />
  );
}
