import { Strip } from '../lib/Strip';

/** Frames between the presses, by frames per second. */
const PRESSES = [
  { rate: 60, frames: 4 },
  { rate: 30, frames: 2 },
];
/** Seconds. */
const LENGTH = 0.1;

function laneOf({ rate, frames }: { rate: number; frames: number }) {
  const count = Math.round(LENGTH * rate);
  const segments = Array.from({ length: count }, (_, at) => ({
    from: at / rate,
    to: (at + 1) / rate,
    ...(at < frames ? { text: String(at + 1), kind: 'accent' as const } : {}),
  }));
  const marks = [
    { at: 0, text: 'jump', anchor: 'start' as const },
    { at: frames / rate, text: `jump again, ${frames} frames later` },
  ];
  return { label: `${rate} FPS`, segments, marks };
}

/** The frames between both presses of a glide cancel. */
export default function GlideCancelTiming() {
  return (
    <Strip
      title="The two presses of a glide cancel"
      description="Two strips of frames to scale: at 60 FPS the second press comes exactly 4 frames after the first, at 30 FPS 2 frames after it. It is the same time."
      scale="to scale"
      length={LENGTH}
      lanes={PRESSES.map(laneOf)}
    />
  );
}
