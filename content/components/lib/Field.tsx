import { useId } from 'react';
import { numberText, readNumber, requestOf, type Bounds } from './number';

export type FieldProps = Bounds & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  unit?: string;
  step?: number | 'any';
  /** A word that stands for a value, such as `immune`. */
  word?: string;
};

/** A number with its label above and its unit behind; below it what to enter, where the value is not valid. */
export function Field({ label, value, onChange, unit, step = 'any', word, ...bounds }: FieldProps) {
  const id = useId();
  const { min, max } = bounds;
  const shown = numberText(value);
  const isValid = value === word || Number.isFinite(readNumber(value, bounds));
  return (
    <div className="tool-number">
      <label className="tool-field">
        <span>{label}</span>
        <span className="tool-box">
          <input
            type="number"
            // The decimal keyboard of iOS has no minus.
            inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
            value={shown ?? ''}
            // Text of an address is not a value of this field, but must not be hidden.
            placeholder={shown === null ? value : undefined}
            aria-invalid={isValid ? undefined : true}
            aria-describedby={isValid ? undefined : id}
            {...{ min, max, step }}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {unit && <small>{unit}</small>}
        </span>
      </label>
      {!isValid && (
        <p id={id} className="tool-error">
          {requestOf(bounds)}
        </p>
      )}
    </div>
  );
}
