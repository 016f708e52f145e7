import { useId, type ComponentType } from 'react';
import type { Option } from './Select';

export type ChipsProps = {
  legend: string;
  value: string;
  options: Option[];
  /** Options are elements: each in its colour, with this icon. Tools without elements do not load the icons. */
  Icon?: ComponentType<{ name: string }>;
  onChange: (value: string) => void;
};

/** One of a few, all in sight: radio buttons in a row. */
export function Chips({ legend, value, options, Icon, onChange }: ChipsProps) {
  const name = useId();
  return (
    <fieldset className="tool-chips">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} data-element={Icon ? option.value.toLowerCase() : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {Icon && <Icon name={option.value.toLowerCase()} />}
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
