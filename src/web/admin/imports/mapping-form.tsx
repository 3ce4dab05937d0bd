import { type FormEvent, useState } from 'react';
import { type MappedField, readMapping, type Source } from '#csv/import-mapping.ts';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { INTERRUPTED, useStoredInput } from '#web/shared/forms/use-saved-input.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useCategoryChoices } from '../shared/use-category-choices.ts';
import { useAllCustomFields } from '../shared/use-custom-fields.ts';
import { type ImportDetail, type Mapping, useImportSteps } from './imports-data.ts';
import { errorName, type MappableField, mappableFields, sourceOf, withSource } from './mapped-fields.ts';
import { MappingPreview } from './mapping-preview.tsx';

/** Maps each field of the shop to its source. */
export function MappingForm({ detail, onDone }: { detail: ImportDetail; onDone: () => void }) {
  const { id, columns, sample, status, encoding, format_label } = detail;
  const [mapping, setMapping] = useState<Mapping>(detail.mapping);
  const [isRestored, setRestored] = useState(false);
  const { check } = useImportSteps(id);
  useStoredInput({
    name: `import ${id}`,
    isDirty: mapping !== detail.mapping,
    read: () => ({ mapping }),
    restore: (typed) => {
      setMapping(typed.mapping as Mapping);
      setRestored(true);
    },
  });
  const customFields = useAllCustomFields();
  const reading = readMapping(mapping, columns, customFields);
  const mappable = mappableFields(customFields, mapping);
  const refused = check.error instanceof ApiError ? check.error.errors : {};
  const local = 'problems' in reading ? reading.problems : [];
  const errorOf = (field: MappedField): string | undefined =>
    check.isError ? (refused[errorName(field)]?.[0] ?? local.find((one) => one.field === field)?.message) : undefined;

  const set = (field: MappedField, source: Source | undefined) => {
    // Earlier errors of the mapping no longer apply to what is typed now.
    check.reset();
    setMapping(withSource(mapping, field, source));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRestored(false);
    check.mutate(mapping, { onSuccess: onDone });
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-8">
      {format_label && (
        <Banner tone="info">
          This export of {format_label} was converted: each variant has its own row below its product, and prices have
          decimal points. Pictures are not imported.
        </Banner>
      )}
      {encoding === 'windows-1252' && (
        <Banner tone="info">
          This file is not in UTF-8. It was read as Windows-1252, which spreadsheets use for Western European languages.
          If letters are wrong in the preview, save the file as “CSV UTF-8” and upload that.
        </Banner>
      )}
      <ErrorSummary
        message={check.error ? messageOf(check.error) : isRestored ? INTERRUPTED : null}
        attempt={check.submittedAt || Number(isRestored)}
      />
      <section aria-labelledby="fields" className="panel p-4 md:p-6">
        <h2 id="fields" className="font-sans text-base font-semibold tracking-normal">
          Where each field comes from
        </h2>
        <p className="mt-1 text-muted">
          A column of the file, one value for all rows, or a computed one: for numbers a formula such as{' '}
          <code>pages × 0.05 + 4</code>, for texts columns in braces such as <code>{'BK-{number}'}</code>. Fields that
          are left out are unchanged. New products need those marked with *. A variant has its own row, below its
          product, with the product’s SKU under “Variant of”.
        </p>
        <div className="mt-5 grid gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-3">
          {mappable.map((field) => (
            <FieldSource
              key={field.name}
              field={field}
              columns={columns}
              source={sourceOf(mapping, field.name)}
              error={errorOf(field.name)}
              onChange={(source) => set(field.name, source)}
            />
          ))}
        </div>
        <SelectField
          label="Decimals in this file"
          className="mt-6 max-w-72"
          value={mapping.decimal}
          onChange={({ target }) => setMapping({ ...mapping, decimal: target.value === ',' ? ',' : '.' })}
        >
          <option value=".">12.50 (point)</option>
          <option value=",">12,50 (comma)</option>
        </SelectField>
      </section>
      <MappingPreview
        mapping={mapping}
        columns={columns}
        sample={sample}
        fields={mappable}
        customFields={customFields}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={check.isPending && 'Starting…'}>
          Check all rows
        </Button>
        {status !== 'uploaded' && (
          <Button look="secondary" onClick={onDone}>
            Keep the previous mapping
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldSourceProps {
  field: MappableField;
  columns: readonly string[];
  source: Source | undefined;
  error: string | undefined;
  onChange: (source: Source | undefined) => void;
}

const NONE = 'none';
const FIXED = 'fixed';
const COMPUTED = 'computed';
/** No other option value starts with it. */
const COLUMN = 'column:';

function FieldSource({ field, columns, source, error, onChange }: FieldSourceProps) {
  const { label, isNeeded, isNumeric } = field;
  const choose = (choice: string) => {
    if (choice === FIXED) onChange({ from: 'fixed', value: '' });
    else if (choice === COMPUTED) onChange({ from: 'computed', formula: '' });
    else onChange(choice === NONE ? undefined : { from: 'column', column: choice.slice(COLUMN.length) });
  };
  const chosen = !source ? NONE : source.from === 'column' ? COLUMN + source.column : source.from;
  const hasInput = source?.from === 'fixed' || source?.from === 'computed';
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label={isNeeded ? `${label} *` : label}
        value={chosen}
        error={hasInput ? undefined : error}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={NONE}>Leave out</option>
        <option value={FIXED}>One value for all rows…</option>
        <option value={COMPUTED}>Computed…</option>
        <optgroup label="Columns of the file">
          {columns.map((name) => (
            <option key={name} value={COLUMN + name}>
              {name}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {source?.from === 'fixed' && <FixedValue field={field} value={source.value} error={error} onChange={onChange} />}
      {source?.from === 'computed' && (
        <TextField
          label={`${label}: ${isNumeric ? 'formula' : 'text with columns'}`}
          placeholder={isNumeric ? 'pages × 0.05 + 4' : 'BK-{number}'}
          spellCheck={false}
          autoComplete="off"
          value={source.formula}
          error={error}
          onChange={({ target }) => onChange({ from: 'computed', formula: target.value })}
        />
      )}
    </div>
  );
}

interface FixedValueProps {
  field: MappableField;
  value: string;
  error: string | undefined;
  onChange: (source: Source) => void;
}

function FixedValue({ field, value, error, onChange }: FixedValueProps) {
  const { name, label, isFlag } = field;
  const set = (next: string) => onChange({ from: 'fixed', value: next });
  const bound = { label: `${label}: value for all rows`, value, error };
  if (name === 'category') return <FixedCategory {...bound} onSet={set} />;
  if (isFlag) {
    return (
      <SelectField {...bound} onChange={({ target }) => set(target.value)}>
        <option value="">Please choose</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
    );
  }
  return <TextField {...bound} autoComplete="off" onChange={({ target }) => set(target.value)} />;
}

interface FixedCategoryProps {
  label: string;
  value: string;
  error: string | undefined;
  onSet: (slug: string) => void;
}

function FixedCategory({ onSet, ...bound }: FixedCategoryProps) {
  const categories = useCategoryChoices().data ?? [];
  return (
    <SelectField {...bound} onChange={({ target }) => onSet(target.value)}>
      <option value="">Please choose</option>
      {categories.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
