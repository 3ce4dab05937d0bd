import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { appliesTo, MAX_CUSTOM_TEXT } from '#domain/catalogue/custom-values.ts';
import type { ShopForm } from '#web/shared/forms/shop-form.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useAllCustomFields } from '../shared/use-custom-fields.ts';
import { Group } from './form-group.tsx';
import type { ProductValues } from './product-values.ts';

interface CustomFieldsProps {
  shopForm: ShopForm<ProductValues>;
  /** The category that is chosen now. */
  categoryId: number;
}

/** The merchant's own fields for products of a category. */
export function CustomFields({ shopForm, categoryId }: CustomFieldsProps) {
  const fields = useAllCustomFields().filter((field) => appliesTo(field, categoryId));
  if (fields.length === 0) return null;
  return (
    <Group title="Custom fields" isWrong={shopForm.form.formState.errors.custom !== undefined} isOpen>
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map((field) => (
          <CustomControl key={field.key} field={field} shopForm={shopForm} />
        ))}
      </div>
    </Group>
  );
}

const FLAG_OPTIONS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

function CustomControl({ field, shopForm }: { field: CustomField; shopForm: ShopForm<ProductValues> }) {
  const { key, label, kind, unit, help, choices } = field;
  const bound = {
    label: unit ? `${label} (${unit})` : label,
    ...(help && { hint: help }),
    // In another category the field is gone, and what was typed into it with it.
    ...shopForm.field(`custom.${key}`, { shouldUnregister: true }),
  };
  switch (kind) {
    case 'text':
      return <TextField {...bound} maxLength={MAX_CUSTOM_TEXT} autoComplete="off" dir="auto" />;
    case 'number':
      return <TextField {...bound} inputMode="decimal" autoComplete="off" />;
    case 'date':
      return <TextField {...bound} type="date" />;
    case 'flag':
    case 'choice':
      return (
        <SelectField {...bound}>
          <option value="">–</option>
          {(kind === 'flag' ? FLAG_OPTIONS : choices).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      );
  }
}
