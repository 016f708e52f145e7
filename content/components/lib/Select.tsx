export type Option = { value: string; label: string };
export type SelectProps = { label: string; value: string; options: Option[]; onChange: (value: string) => void };

/** One of several, with its label above. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label className="tool-field">
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
