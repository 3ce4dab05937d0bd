import { useId, useState } from 'react';
import { Checkbox, currencySymbol, MoneyField, NumberField, SelectField, TextField } from '#plugin/web';
import { RULE_LIMITS } from '../limits.ts';
import type { useOptions } from './admin-data.ts';
import type { ConditionDraft } from './form-values.ts';

type Options = ReturnType<typeof useOptions>['data'];
type CustomField = NonNullable<Options>['custom_fields'][number];
type Problem = { readonly message?: string | undefined } | undefined;

/** Messages by field of a condition. */
export interface ConditionErrors {
  readonly id?: Problem;
  readonly value?: Problem;
  readonly min?: Problem;
  readonly max?: Problem;
  readonly days?: Problem;
  readonly key?: Problem;
  readonly values?: Problem;
}

interface ConditionFieldsProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  options: Options;
  errors: ConditionErrors;
}

/** What a condition is compared with. */
export function ConditionFields({ draft, onChange, options, errors }: ConditionFieldsProps) {
  const set = (change: Partial<ConditionDraft>) => onChange({ ...draft, ...change });
  switch (draft.field) {
    case 'category':
      return (
        <SelectField
          label="Category"
          hint="With all categories below it."
          value={draft.id}
          error={errors.id?.message}
          onChange={({ target }) => set({ id: target.value })}
        >
          <option value="">Choose a category</option>
          {options?.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case 'brand':
      return <BrandField draft={draft} set={set} brands={options?.brands ?? []} error={errors.value?.message} />;
    case 'tag':
      return (
        <TextField
          label="Tag"
          maxLength={RULE_LIMITS.tag}
          autoComplete="off"
          hint="The whole tag; case does not matter."
          value={draft.value}
          error={errors.value?.message}
          onChange={({ target }) => set({ value: target.value })}
        />
      );
    case 'words':
      return (
        <TextField
          label="Search words"
          maxLength={RULE_LIMITS.words}
          autoComplete="off"
          hint="As typed in the search; all of them must match."
          value={draft.value}
          error={errors.value?.message}
          onChange={({ target }) => set({ value: target.value })}
        />
      );
    case 'price':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <MoneyField
            label="From"
            sign={currencySymbol()}
            value={draft.min}
            error={errors.min?.message}
            onChange={({ target }) => set({ min: target.value })}
          />
          <MoneyField
            label="To"
            sign={currencySymbol()}
            value={draft.max}
            error={errors.max?.message}
            onChange={({ target }) => set({ max: target.value })}
          />
        </div>
      );
    case 'created':
      return (
        <NumberField
          label="Added within (days)"
          {...RULE_LIMITS.days}
          step={1}
          value={draft.days}
          error={errors.days?.message}
          onChange={({ target }) => set({ days: target.value })}
        />
      );
    case 'custom':
      return <CustomFieldFields draft={draft} set={set} fields={options?.custom_fields ?? []} errors={errors} />;
    case 'sale':
      return <p className="text-muted sm:mt-9">Has a sale price.</p>;
    case 'stock':
      return <p className="text-muted sm:mt-9">Can be bought now.</p>;
  }
}

type Setter = (change: Partial<ConditionDraft>) => void;

/** Any brand; the most frequent ones are suggested. */
function BrandField({
  draft,
  set,
  brands,
  error,
}: {
  draft: ConditionDraft;
  set: Setter;
  brands: readonly string[];
  error: string | undefined;
}) {
  const id = useId();
  return (
    <>
      <TextField
        label="Brand"
        maxLength={RULE_LIMITS.brand}
        autoComplete="off"
        list={id}
        value={draft.value}
        error={error}
        onChange={({ target }) => set({ value: target.value })}
      />
      <datalist id={id}>
        {brands.map((brand) => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
    </>
  );
}

function CustomFieldFields({
  draft,
  set,
  fields,
  errors,
}: {
  draft: ConditionDraft;
  set: Setter;
  fields: readonly CustomField[];
  errors: ConditionErrors;
}) {
  const field = fields.find(({ key }) => key === draft.key);
  return (
    <div className="grid gap-4">
      <SelectField
        label="Product field"
        hint="Product fields and custom fields that shoppers can filter by."
        value={draft.key}
        error={errors.key?.message}
        onChange={({ target }) => set({ key: target.value, values: [], min: '', max: '' })}
      >
        <option value="">Choose a field</option>
        {fields.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </SelectField>
      {field && <CustomValues key={field.key} draft={draft} set={set} field={field} errors={errors} />}
    </div>
  );
}

/** Adds chosen values that are not offered, because only the most frequent values of a text are. */
const withChosen = (choices: CustomField['choices'], chosen: readonly string[]): CustomField['choices'] => [
  ...choices,
  ...chosen.filter((one) => !choices.some(({ value }) => value === one)).map((value) => ({ value, label: value })),
];

const FLAG_CHOICES = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

function CustomValues({
  draft,
  set,
  field: { kind, label, unit, choices },
  errors,
}: {
  draft: ConditionDraft;
  set: Setter;
  field: CustomField;
  errors: ConditionErrors;
}) {
  // A value that is unticked can be ticked again.
  const [chosenBefore] = useState(draft.values);
  if (kind === 'number' || kind === 'date') {
    const type = kind === 'date' ? 'date' : 'number';
    const limit = (name: 'min' | 'max', words: string) => (
      <TextField
        label={unit ? `${words} (${unit})` : words}
        type={type}
        step={kind === 'number' ? 'any' : undefined}
        value={draft[name]}
        error={errors[name]?.message}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    );
    return (
      <div className="grid gap-3 sm:grid-cols-2">
        {limit('min', 'From')}
        {limit('max', 'To')}
      </div>
    );
  }
  const problem = errors.values?.message ?? errors.min?.message;
  return (
    <fieldset className="grid gap-1">
      <legend className="field-label mb-1">{label}</legend>
      {(kind === 'flag' ? FLAG_CHOICES : withChosen(choices, chosenBefore)).map(({ value, label: words }) => (
        <Checkbox
          key={value}
          label={words}
          checked={draft.values.includes(value)}
          onChange={({ target }) =>
            set({ values: target.checked ? [...draft.values, value] : draft.values.filter((one) => one !== value) })
          }
        />
      ))}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
