import { Strip } from '../lib/Strip';

/** Milliseconds. */
const PING = 60;
const FIXED = 90;
const TOTAL = PING + FIXED;

const LANES = [
  {
    label: 'From the press to the swap',
    segments: [
      { from: 0, to: PING, text: `ping, ${PING} ms`, kind: 'open' as const },
      { from: PING, to: TOTAL, text: `${FIXED} ms`, kind: 'accent' as const },
    ],
  },
];

/** The two parts of the time that a swap needs. */
export default function SwapLatency() {
  return (
    <Strip
      title={`A swap at a ping of ${PING} ms by the rough formula`}
      description={`A strip of time to scale: the ping, here ${PING} ms, plus ${FIXED} ms, which do not depend on the ping. The formula is rough, and says nothing of the order of both parts.`}
      scale="to scale"
      length={TOTAL}
      lanes={LANES}
      axis={{ ticks: [0, PING, TOTAL], format: (time) => (time === 0 ? '0' : `${time} ms`) }}
    />
  );
}
