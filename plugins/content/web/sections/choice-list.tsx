import { useId, useState } from 'react';
import { Button, TextField } from '#plugin/web';
import { move } from '../../model/move.ts';
import { MoveButton } from '../move-button.tsx';
import { useChoices } from './choices.ts';

interface ChoiceListProps {
  label: string;
  kind: 'products' | 'categories';
  /** In their order. */
  ids: readonly number[];
  max: number;
  hint?: string;
  error?: string | undefined;
  onChange: (ids: number[]) => void;
}

/** Products or categories, found by name and put in order. */
export function ChoiceList({ label, kind, ids, max, hint, error, onChange }: ChoiceListProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const chosen = useChoices(kind, '', ids);
  const found = useChoices(kind, search);
  const nameOf = (one: number) => chosen.data?.find((choice) => choice.id === one)?.name ?? `No. ${one}`;
  const offered = (found.data ?? []).filter((choice) => !ids.includes(choice.id));
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-2">{label}</legend>
      {ids.length > 0 && (
        <ol className="mb-3 grid gap-1">
          {ids.map((one, index) => (
            <li key={one} className="flex items-center gap-1 rounded-field border border-line px-3">
              <span className="min-w-0 flex-1 truncate">{nameOf(one)}</span>
              {max > 1 && (
                <>
                  <MoveButton
                    name={nameOf(one)}
                    way="up"
                    isOff={index === 0}
                    onMove={() => onChange(move(ids, index, index - 1))}
                  />
                  <MoveButton
                    name={nameOf(one)}
                    way="down"
                    isOff={index === ids.length - 1}
                    onMove={() => onChange(move(ids, index, index + 1))}
                  />
                </>
              )}
              <Button
                look="quiet"
                small
                aria-label={`Remove ${nameOf(one)}`}
                onClick={() => onChange(ids.filter((other) => other !== one))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ol>
      )}
      {ids.length < max && (
        <>
          <TextField
            label={`Find ${kind}`}
            type="search"
            {...(hint && { hint })}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <ul className="mt-2 flex max-h-44 flex-wrap gap-1 overflow-y-auto">
            {offered.map((choice) => (
              <li key={choice.id}>
                <Button
                  look="secondary"
                  small
                  aria-label={`Add ${choice.name}`}
                  onClick={() => onChange([...ids, choice.id])}
                >
                  + {choice.name}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
