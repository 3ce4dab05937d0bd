import { useId } from 'react';

interface SegmentsProps<V extends string> {
  legend: string;
  options: readonly (readonly [value: V, name: string])[];
  chosen: V;
  onChoose: (value: V) => void;
}

/** A few choices beside each other, of which one is taken; arrow keys move through them. */
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
