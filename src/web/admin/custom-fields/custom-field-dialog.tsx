import { CUSTOM_FIELD_KINDS } from '#domain/catalogue/custom-fields.ts';
import { MAX_FACET_VALUES, MAX_FILTER_TEXT } from '#domain/catalogue/filter-values.ts';
import { CUSTOM_FIELD_LIMITS } from '#domain/form-limits.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { notBlank, type ShopForm } from '#web/shared/forms/shop-form.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Checkbox, NumberField, SelectField, TextField } from '#web/ui/field.tsx';
import { useCategoryChoices } from '../shared/use-category-choices.ts';
import { type RecordEditing, useRecordForm } from '../shared/use-record-form.tsx';
import { ChoicesEditor } from './choices-editor.tsx';
import { type CustomFieldValues, formOf, keyOf, valuesOf } from './custom-field-values.ts';
import type { CustomFieldForm, OwnField } from './custom-fields-data.ts';
import { KIND_LABELS } from './field-kinds.ts';

interface CustomFieldDialogProps extends RecordEditing<OwnField, CustomFieldForm> {
  /** Null: a new one. */
  field: OwnField | null;
}

const MOST_FREQUENT = `. A list offers its ${MAX_FACET_VALUES} most frequent texts of at most ${MAX_FILTER_TEXT} characters.`;

/** Defines a custom field. */
export function CustomFieldDialog({ field: edited, onClose, ...saving }: CustomFieldDialogProps) {
  const { shopForm, conflict } = useRecordForm({
    record: edited,
    kind: 'custom-field',
    noun: 'field',
    values: valuesOf(edited),
    formOf,
    ...saving,
  });
  const { form, field } = shopForm;
  const kind = form.watch('kind');

  return (
    <FormDialog
      title={edited ? `Edit ${edited.label}` : 'Add Field'}
      saveLabel={edited ? 'Save field' : 'Create field'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {conflict}
      <NameFields edited={edited} shopForm={shopForm} />
      <div className="grid gap-5 sm:grid-cols-2">
        <KindField edited={edited} shopForm={shopForm} />
        <CategoryField shopForm={shopForm} />
      </div>
      {kind === 'choice' && (
        <ChoicesEditor
          choices={form.watch('choices')}
          onChange={(choices) => form.setValue('choices', choices, { shouldDirty: true })}
          error={form.formState.errors.choices?.message}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {kind === 'number' && (
          <TextField
            label="Unit"
            maxLength={CUSTOM_FIELD_LIMITS.unit}
            autoComplete="off"
            hint="Such as cm; may be empty."
            {...field('unit')}
          />
        )}
        <NumberField
          label="Sort Order"
          {...CUSTOM_FIELD_LIMITS.sortOrder}
          step={1}
          hint="Lower numbers come first."
          {...field('sort_order')}
        />
      </div>
      <TextField
        label="Help"
        maxLength={CUSTOM_FIELD_LIMITS.help}
        autoComplete="off"
        dir="auto"
        hint="Shown below the field in the product form."
        {...field('help')}
      />
      <Checkbox
        label={`Filter: shoppers can narrow lists by this field${kind === 'text' ? MOST_FREQUENT : ''}`}
        {...field('is_filter')}
      />
    </FormDialog>
  );
}

interface PartProps {
  shopForm: ShopForm<CustomFieldValues>;
}

interface EditedPartProps extends PartProps {
  /** Null: a new one. */
  edited: OwnField | null;
}

/** Label and key. The key follows the label as it is typed, until it is edited by hand. */
function NameFields({ edited, shopForm: { form, field } }: EditedPartProps) {
  const { errors, dirtyFields } = form.formState;
  const suggestKey = (label: string) => {
    const isByHand = dirtyFields.key === true && form.getValues('key') !== '';
    if (!edited && !isByHand) form.setValue('key', keyOf(label), { shouldValidate: Boolean(errors.key) });
  };
  return (
    <>
      <TextField
        label="Label"
        required
        maxLength={CUSTOM_FIELD_LIMITS.label}
        autoComplete="off"
        dir="auto"
        hint="What shoppers read, such as Seat height."
        {...field('label', { validate: notBlank(), onChange: ({ target }) => suggestKey(target.value) })}
      />
      <TextField
        label="Key"
        required
        readOnly={edited !== null}
        maxLength={CUSTOM_FIELD_LIMITS.key}
        autoComplete="off"
        spellCheck={false}
        hint={
          edited
            ? `The column in CSV files is custom:${edited.key}. The key cannot be changed.`
            : 'Names the field in CSV files and addresses: lowercase letters, digits and underscores.'
        }
        {...field('key', { validate: notBlank() })}
      />
    </>
  );
}

/** Fixed as soon as products have values. */
function KindField({ edited, shopForm: { field } }: EditedPartProps) {
  const users = edited?.product_count ?? 0;
  return (
    <SelectField
      label="Kind"
      hint={users > 0 ? `Products with a value: ${formatCount(users)}, so the kind is fixed.` : undefined}
      {...field('kind')}
    >
      {CUSTOM_FIELD_KINDS.filter((kind) => users === 0 || kind === edited?.kind).map((kind) => (
        <option key={kind} value={kind}>
          {KIND_LABELS[kind]}
        </option>
      ))}
    </SelectField>
  );
}

function CategoryField({ shopForm: { field } }: PartProps) {
  const categories = useCategoryChoices().data ?? [];
  return (
    <SelectField label="Category" {...field('category_id')} key={categories.length}>
      <option value="">All categories</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
