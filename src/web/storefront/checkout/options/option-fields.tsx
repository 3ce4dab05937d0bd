import { FLAG_SET } from '#domain/cart/line-options.ts';
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import type { Quote } from '../quote.ts';

type Option = NonNullable<Quote['options']>[number];

export interface OptionFieldsProps {
  options: readonly Option[];
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onChange: (key: string, value: string) => void;
}

export default function OptionFields({ options, values, errors, onChange }: OptionFieldsProps) {
  return (
    <fieldset className="grid gap-5">
      <legend className="sr-only">Options of your order</legend>
      {options.map((option) => (
        <OptionField
          key={option.key}
          option={option}
          value={values[option.key] ?? ''}
          error={errors[option.key]}
          onChange={(value) => onChange(option.key, value)}
        />
      ))}
    </fieldset>
  );
}

interface OptionFieldProps {
  option: Option;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function OptionField({ option, value, error, onChange }: OptionFieldProps) {
  const { kind, is_required, choices, is_long, max_length, first, last } = option;
  const label = is_required ? option.label : `${option.label} (optional)`;
  const parts = { label, hint: option.hint, error, 'aria-required': is_required || undefined };
  const input = {
    ...parts,
    value,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (kind) {
    case 'flag':
      return (
        <Checkbox
          {...parts}
          label={
            <>
              {option.label}
              {option.hint && <span className="block text-muted text-small">{option.hint}</span>}
            </>
          }
          checked={value === FLAG_SET}
          onChange={({ target }) => onChange(target.checked ? FLAG_SET : '')}
        />
      );
    case 'choice':
      return (
        <SelectField {...input}>
          <option value="">{is_required ? 'Please choose' : 'None'}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </SelectField>
      );
    case 'date':
      return <TextField {...input} type="date" min={first ?? undefined} max={last ?? undefined} />;
    case 'text':
      return is_long ? (
        <TextArea {...input} rows={3} maxLength={max_length ?? undefined} />
      ) : (
        <TextField {...input} maxLength={max_length ?? undefined} />
      );
  }
}
