import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Icon } from './icon.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A password field with a show button, which the label describes; give it `autoComplete`. */
export function PasswordField({ label, hint, error, className = '', ...input }: PasswordFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const [isShown, setShown] = useState(false);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={`field ${className}`}>
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          className="input pr-13"
          {...(described && { 'aria-describedby': described })}
          {...(error && { 'aria-invalid': true })}
        />
        <button
          type="button"
          className="icon-button absolute top-0.5 right-0.5"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-describedby={`${id}-label`}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
