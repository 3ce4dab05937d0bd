import { CUSTOM_FIELD_KINDS } from '#domain/custom-fields.ts';
import { CUSTOM_FIELD_LIMITS } from '#domain/form-limits.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Checkbox, NumberField, SelectField, TextField } from '#web/ui/field.tsx';
import { EditConflict } from '../shared/edit-conflict.tsx';
import { useCategoryChoices } from '../shared/use-category-choices.ts';
import { useConcurrentEdit } from '../shared/use-concurrent-edit.ts';
import { ChoicesEditor } from './choices-editor.tsx';
import { formOf, keyOf, valuesOf } from './custom-field-values.ts';
import type { CustomFieldForm, OwnField } from './custom-fields-data.ts';
import { KIND_LABELS } from './field-kinds.ts';

interface CustomFieldDialogProps {
  /** Null: a new one. */
  field: OwnField | null;
  onClose: () => void;
  /** @throws ApiError when it is refused */
  onSave: (field: OwnField | null, form: CustomFieldForm, key: string) => Promise<void>;
  /** Starts over with what somebody else has saved. */
  onNewer: (field: OwnField) => void;
}

const REQUIRED = 'This field is required.';

/** Defines a custom field. The key follows the label as it is typed, until it is edited by hand. */
export function CustomFieldDialog({ field: edited, onClose, onSave, onNewer }: CustomFieldDialogProps) {
  const once = useRequestKey();
  const { theirs, keepMine, save } = useConcurrentEdit(edited, 'field');
  const categories = useCategoryChoices().data ?? [];
  const shopForm = useShopForm(
    valuesOf(edited),
    async (values) => {
      const form = formOf(values);
      await save((on) => once(form, (key) => onSave(on, form, key)));
    },
    { name: `custom-field:${edited?.id ?? 'new'}` },
  );
  const { field } = shopForm;
  const { watch, setValue, getValues, formState } = shopForm.form;
  const { errors, dirtyFields } = formState;
  const kind = watch('kind');
  const users = edited?.product_count ?? 0;

  return (
    <FormDialog
      title={edited ? `Edit ${edited.label}` : 'Add Field'}
      saveLabel={edited ? 'Save field' : 'Create field'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {theirs && <EditConflict newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />}
      <TextField
        label="Label"
        required
        maxLength={CUSTOM_FIELD_LIMITS.label}
        autoComplete="off"
        dir="auto"
        hint="What shoppers read, such as Seat height."
        {...field('label', {
          validate: (label) => label.trim() !== '' || REQUIRED,
          onChange: ({ target }) => {
            const isByHand = dirtyFields.key === true && getValues('key') !== '';
            if (!edited && !isByHand) setValue('key', keyOf(target.value), { shouldValidate: Boolean(errors.key) });
          },
        })}
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
        {...field('key', { validate: (key) => key.trim() !== '' || REQUIRED })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Kind"
          hint={users > 0 ? `Products with a value: ${formatCount(users)}, so the kind is fixed.` : undefined}
          {...field('kind')}
        >
          {CUSTOM_FIELD_KINDS.filter((one) => users === 0 || one === edited?.kind).map((one) => (
            <option key={one} value={one}>
              {KIND_LABELS[one]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Category" {...field('category_id')} key={categories.length}>
          <option value="">All categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {kind === 'choice' && (
        <ChoicesEditor
          choices={watch('choices')}
          onChange={(choices) => setValue('choices', choices, { shouldDirty: true })}
          error={errors.choices?.message}
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
        <NumberField label="Sort Order" min={1} step={1} hint="Lower numbers come first." {...field('sort_order')} />
      </div>
      <TextField
        label="Help"
        maxLength={CUSTOM_FIELD_LIMITS.help}
        autoComplete="off"
        dir="auto"
        hint="Shown below the field in the product form."
        {...field('help')}
      />
      {kind !== 'text' && <Checkbox label="Filter: shoppers can narrow lists by this field" {...field('is_filter')} />}
    </FormDialog>
  );
}
