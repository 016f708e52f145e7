export type SliderProps = {
  label: string;
  value: number;
  first: number;
  last: number;
  /** The value in words. */
  text: string;
  disabled: boolean;
  onChange: (value: number) => void;
};

/** A slider with its label before and its value behind it. */
export function Slider({ label, value, first, last, text, disabled, onChange }: SliderProps) {
  return (
    <label className="slider">
      <span>{label}</span>
      <input
        type="range"
        min={first}
        max={last}
        value={value}
        disabled={disabled}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output>{text}</output>
    </label>
  );
}
