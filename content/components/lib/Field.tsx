export type FieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  unit?: string;
  min?: number;
  max?: number;
  step?: number | 'any';
};

/** A number with its label above and its unit behind. */
export function Field({ label, value, onChange, unit, min, max, step = 'any' }: FieldProps) {
  const isNumber = Number.isFinite(Number(value));
  return (
    <label className="tool-field">
      <span>{label}</span>
      <span className="tool-box">
        <input
          type="number"
          // The decimal keyboard of iOS has no minus.
          inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
          value={isNumber ? value : ''}
          // A word such as `immune` is not a value of this field, but must not be hidden.
          placeholder={isNumber ? undefined : value}
          {...{ min, max, step }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {unit && <small>{unit}</small>}
      </span>
    </label>
  );
}
