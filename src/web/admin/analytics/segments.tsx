import { useId } from 'react';

interface SegmentsProps<V extends string> {
  legend: string;
  options: readonly (readonly [value: V, name: string])[];
  chosen: V;
  onChoose: (value: V) => void;
}

/** Segmented control: one of a few options; arrow keys move between them. */
export function Segments<V extends string>({ legend, options, chosen, onChoose }: SegmentsProps<V>) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="sr-only">{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="segment">
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
