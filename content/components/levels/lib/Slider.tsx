import { useSyncExternalStore } from 'react';

export type SliderProps = {
  label: string;
  value: number;
  first: number;
  last: number;
  /** The value in words. */
  text: string;
  onChange: (value: number) => void;
};

const never = () => () => {};

/** A slider with its label before and its value after it. */
export function Slider({ label, value, first, last, text, onChange }: SliderProps) {
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <div className="slider">
      <label>
        <span>{label}</span>
        <input
          type="range"
          min={first}
          max={last}
          value={value}
          inert={!isLive}
          aria-valuetext={text}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
      </label>
      <output>{text}</output>
    </div>
  );
}
