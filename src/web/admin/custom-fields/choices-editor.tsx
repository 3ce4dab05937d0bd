import { useRef } from 'react';
import { CUSTOM_FIELD_LIMITS } from '#domain/form-limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { ChoiceValue } from './custom-field-values.ts';

interface ChoicesEditorProps {
  choices: readonly ChoiceValue[];
  onChange: (choices: ChoiceValue[]) => void;
  error: string | undefined;
}

/** The choices of a field, in the order in which they are offered. A choice keeps its products when it is renamed. */
export function ChoicesEditor({ choices, onChange, error }: ChoicesEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const add = () => {
    onChange([...choices, { label: '' }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  const remove = (index: number) => {
    onChange(choices.filter((_, at) => at !== index));
    adder.current?.focus();
  };
  const moveUp = (index: number) => {
    const moved = [...choices];
    moved.splice(index - 1, 0, ...moved.splice(index, 1));
    onChange(moved);
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">Choices</legend>
      <ol ref={list} className="grid gap-3">
        {choices.map((choice, index) => (
          <li key={choice.value ?? `new ${index}`} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-2">
            <TextField
              label={<span className="sr-only">Choice {index + 1}</span>}
              value={choice.label}
              maxLength={CUSTOM_FIELD_LIMITS.choice}
              autoComplete="off"
              dir="auto"
              onChange={({ target }) =>
                onChange(choices.map((one, at) => (at === index ? { ...one, label: target.value } : one)))
              }
            />
            <Button
              look="quiet"
              small
              disabled={index === 0}
              aria-label={`Move ${choice.label || `choice ${index + 1}`} up`}
              onClick={() => moveUp(index)}
            >
              Up
            </Button>
            <Button
              look="quiet"
              small
              aria-label={`Remove ${choice.label || `choice ${index + 1}`}`}
              onClick={() => remove(index)}
            >
              <Icon name="x" />
            </Button>
          </li>
        ))}
      </ol>
      <div>
        <Button look="secondary" small onClick={add} ref={adder}>
          <Icon name="plus" /> Add Choice
        </Button>
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
