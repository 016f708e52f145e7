import { Strip } from '../lib/Strip';

const LANES = [
  {
    label: 'Aim Toggle',
    segments: [
      { from: 0, to: 42, text: 'aim' },
      { from: 42, to: 100, text: 'long recovery', kind: 'open' as const },
    ],
    marks: [{ at: 42, text: 'shot' }],
  },
  {
    label: 'Hold Cancel: hold Attack for 200 ms or longer',
    segments: [
      { from: 0, to: 16, text: 'enter' },
      { from: 16, to: 58, text: 'aim' },
      { from: 58, to: 78, text: 'recovery', kind: 'open' as const },
    ],
    marks: [{ at: 58, text: 'shot' }],
  },
  {
    label: 'Dash Cancel',
    segments: [
      { from: 0, to: 42, text: 'aim' },
      { from: 46, to: 72, text: 'dash', kind: 'accent' as const },
    ],
    marks: [{ at: 42, text: 'shot; dash 1 frame or more later', anchor: 'start' as const }],
  },
  {
    label: 'ARCC: release Attack and tap Aim on one frame',
    segments: [
      { from: 0, to: 42, text: 'aim' },
      { from: 42, to: 68, text: 'any action', kind: 'accent' as const },
    ],
    marks: [{ at: 42, text: 'shot, no recovery', anchor: 'start' as const }],
  },
];

/** Where the ways to shoot charged attacks save time. */
export default function AimCancels() {
  return (
    <Strip
      title="Four ways to shoot a charged attack"
      description="Four strips of time. Aim Toggle: aim, shot, a long recovery. Hold Cancel: entering Aimed Shot mode costs time, and the recovery after the shot is much shorter. Dash Cancel: a dash 1 frame or more after the shot. ARCC: any action follows the shot at once, without recovery."
      scale="not to scale"
      length={100}
      lanes={LANES}
    />
  );
}
