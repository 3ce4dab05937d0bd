import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

/** Null: unchanged. False: cleared. A string: replaced. */
export type SecretValue = string | null | false;

/** Initial state: unchanged if one is stored, else an empty field. */
export const firstSecret = (isStored: boolean): SecretValue => (isStored ? null : '');

/** For the save request: omitted, null, or the string. */
export const sentSecret = (value: SecretValue): string | null | undefined =>
  value === false ? null : value || undefined;

/** For the connection test: omitted means the stored one. */
export const typedSecret = (value: SecretValue): string | undefined => value || undefined;

interface SecretFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isStored: boolean;
  value: SecretValue;
  onChange: (value: SecretValue) => void;
}

/** A secret is never returned by the API: the field shows whether one is stored, and can replace or clear it. */
export function SecretField({ label, hint, error, isStored, value, onChange }: SecretFieldProps) {
  if (typeof value === 'string') {
    return (
      <div className="grid gap-2">
        <PasswordField
          label={label}
          hint={hint}
          error={error}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        {isStored && (
          <Button look="quiet" small className="justify-self-start" onClick={() => onChange(null)}>
            Keep the stored one
          </Button>
        )}
      </div>
    );
  }
  return (
    <fieldset className="field" aria-label={label}>
      <span className="field-label">{label}</span>
      <div className="flex min-h-12 flex-wrap items-center gap-2">
        <p className="mr-auto flex items-center gap-2 text-muted">
          <Icon name={value === null ? 'lock' : 'triangle-exclamation-point'} />
          {value === null ? 'Stored' : 'Will be cleared when you save'}
        </p>
        <Button look="secondary" small onClick={() => onChange('')}>
          Replace<span className="sr-only"> {label}</span>
        </Button>
        <Button look="quiet" small onClick={() => onChange(value === null ? false : null)}>
          {value === null ? 'Clear' : 'Undo'}
          <span className="sr-only"> {label}</span>
        </Button>
      </div>
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
