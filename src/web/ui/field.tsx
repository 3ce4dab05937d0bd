import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldParts {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message; also marks the control as invalid. */
  error?: string | undefined;
  className?: string;
}

/** Label above, hint and error below, associated with the control that `children` renders. */
function Field({
  label,
  hint,
  error,
  className = '',
  id,
  children,
}: FieldParts & {
  id: string | undefined;
  children: (bound: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) {
  const ownId = useId();
  const control = id ?? ownId;
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ');
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={control}>
        {label}
      </label>
      {children({
        id: control,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <p className="field-hint" id={`${control}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${control}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A text input. Takes the result of a form's `register()`, and all input attributes. */
export function TextField({ label, hint, error, className, id, ...input }: FieldParts & ComponentProps<'input'>) {
  const parts = { label, hint, error, id, ...(className && { className }) };
  return <Field {...parts}>{(bound) => <input type="text" {...input} {...bound} className="input" />}</Field>;
}

export function TextArea({ label, hint, error, className, id, ...area }: FieldParts & ComponentProps<'textarea'>) {
  const parts = { label, hint, error, id, ...(className && { className }) };
  return <Field {...parts}>{(bound) => <textarea rows={5} {...area} {...bound} className="input" />}</Field>;
}

export function SelectField({ label, hint, error, className, id, ...select }: FieldParts & ComponentProps<'select'>) {
  const parts = { label, hint, error, id, ...(className && { className }) };
  return <Field {...parts}>{(bound) => <select {...select} {...bound} className="input" />}</Field>;
}

/** A number input; scrolling over it scrolls the page instead of changing the value. */
export function NumberField(props: FieldParts & ComponentProps<'input'>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      onWheel={({ currentTarget }) => currentTarget.blur()}
      {...props}
      type="number"
    />
  );
}

/** An amount in currency units with two decimals, such as 12.50; `sign` is shown before it. */
export function MoneyField({
  label,
  hint,
  error,
  className,
  id,
  sign,
  ...input
}: FieldParts & ComponentProps<'input'> & { sign: string }) {
  const parts = { label, hint, error, id, ...(className && { className }) };
  return (
    <Field {...parts}>
      {(bound) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-4 grid items-center text-muted"
          >
            {sign}
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            min={0}
            step={0.01}
            onWheel={({ currentTarget }) => currentTarget.blur()}
            {...input}
            {...bound}
            type="number"
            className={`input nums ${sign.length > 1 ? 'pl-14' : 'pl-9'}`}
          />
        </div>
      )}
    </Field>
  );
}

/** A checkbox with its label. */
export function Checkbox({ label, error, className = '', ...input }: FieldParts & ComponentProps<'input'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={className}>
      <label className="checkbox" htmlFor={id}>
        <input
          type="checkbox"
          {...input}
          id={id}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A native checkbox needs no `aria-checked`. */
const SWITCH = { type: 'checkbox', role: 'switch' } as const;

/** A switch; takes the result of a form's `register()`. */
export function Switch({ label, hint, error, className = '', ...input }: FieldParts & ComponentProps<'input'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label className="switch" htmlFor={id}>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{label}</span>
          {hint && (
            <span className="block text-muted text-small" id={`${id}-hint`}>
              {hint}
            </span>
          )}
        </span>
        <input
          {...SWITCH}
          {...input}
          id={id}
          {...(described && { 'aria-describedby': described })}
          {...(error && { 'aria-invalid': true })}
        />
      </label>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
