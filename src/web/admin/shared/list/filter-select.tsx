interface FilterSelectProps {
  /** Accessible name, such as 'Filter by status'. */
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
}

/** One filter of a list, used in `FilterBar`; the first option means no filter. */
export function FilterSelect({ label, value, options, onChoose }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      className="input w-auto max-w-full max-sm:flex-1 sm:max-w-52"
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}
