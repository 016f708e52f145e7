export type Option = { value: string; label: string };
export type SelectProps = {
  label: string;
  value: string;
  options: Option[];
  /** Takes a whole row of the fields, for long words. */
  isWide?: boolean;
  onChange: (value: string) => void;
};

/** One of several, with its label above. */
export function Select({ label, value, options, isWide = false, onChange }: SelectProps) {
  return (
    <label className={isWide ? 'tool-field tool-wide' : 'tool-field'}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
