import { type ReactNode, useId } from 'react';

interface RadioListProps<V extends string> {
  legend: string;
  options: readonly {
    readonly value: V;
    readonly label: ReactNode;
    readonly aside?: ReactNode;
    readonly isDisabled?: boolean;
  }[];
  chosen: V;
  onChoose: (value: V) => void;
}

/** A vertical group of radio buttons. */
export function RadioList<V extends string>({ legend, options, chosen, onChoose }: RadioListProps<V>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="field-label mb-2">{legend}</legend>
      <div className="panel divide-y divide-line">
        {options.map(({ value, label, aside, isDisabled }) => (
          <label
            key={value}
            className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-2.5 has-disabled:cursor-default has-disabled:text-muted"
          >
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-accent"
              checked={value === chosen}
              disabled={isDisabled}
              onChange={() => onChoose(value)}
            />
            <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
            {aside && <span className="nums">{aside}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
