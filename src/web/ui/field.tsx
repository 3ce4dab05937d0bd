import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldParts {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong, in words; also marks the control as invalid. */
  error?: string | undefined;
  className?: string;
}

/** Label above, hint and error below, all bound to the control that `children` renders from the given attributes. */
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

/** A line of text. Takes what `register()` of a form returns, besides all attributes of an input. */
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

/** A box to tick, with its words beside it. */
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
