import type { ComponentProps } from 'react';
import { STORED_FIELDS, type StoredField } from '#domain/catalogue/product-field-lists.ts';
import { definitionOf, type ProductField } from '#domain/catalogue/product-fields.ts';
import { notBlank, type ShopForm } from '#web/shared/forms/shop-form.ts';
import { currencySymbol } from '#web/shared/money.ts';
import { Checkbox, MoneyField, TextArea, TextField } from '#web/ui/field.tsx';
import type { ProductValues } from './product-values.ts';

type Control = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'dir' | 'inputMode' | 'max' | 'maxLength' | 'min' | 'required' | 'spellCheck' | 'step'
>;

/** Label, hint and limits of a field, as a control takes them. */
export function controlOf(name: ProductField): Control & { readonly label: string; readonly hint?: string } {
  const definition = definitionOf(name);
  const { label, isRequired, form } = definition;
  const words = { label: form.label ?? label, ...(form.hint && { hint: form.hint }), required: isRequired === true };
  switch (definition.kind) {
    case 'text':
    case 'optionalText':
    case 'longText':
      return { ...words, maxLength: definition.maxLength };
    case 'weight':
      return { ...words, inputMode: 'decimal' };
    case 'stock':
      return { ...words, min: 0, max: definition.max, step: 1 };
    default:
      return words;
  }
}

interface FieldProps {
  name: StoredField;
  shopForm: ShopForm<ProductValues>;
  className?: string;
  /** Properties that are not in the definition. */
  control?: Control;
}

/** The control of a field with its label, hint, limits and message, all from its definition. */
export function ProductFieldControl({ name, shopForm: { field }, className = '', control = {} }: FieldProps) {
  const { kind, form, isRequired } = definitionOf(name);
  const bound = {
    className,
    ...controlOf(name),
    ...control,
    ...field(name, {
      validate: (value) => !isRequired || typeof value !== 'string' || notBlank()(value),
    }),
  };
  if (kind === 'flag') return <Checkbox {...bound} />;
  if (kind === 'money' || kind === 'optionalMoney') return <MoneyField sign={currencySymbol()} {...bound} />;
  if (form.rows !== undefined) {
    const { label, hint, error, required, maxLength, dir, ...registered } = bound;
    return <TextArea rows={form.rows} {...{ label, hint, error, required, maxLength, dir }} {...registered} />;
  }
  return <TextField {...bound} />;
}

type Section = ReturnType<typeof definitionOf>['form']['section'];

/** The fields of a section of the form, in the order of the table. */
export const fieldsOf = (section: Section): readonly StoredField[] =>
  STORED_FIELDS.filter((name) => definitionOf(name).form.section === section);

/** The fields of a section, two halves to a line. */
export function SectionFields({ section, shopForm }: { section: Section; shopForm: ShopForm<ProductValues> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fieldsOf(section).map((name) => (
        <ProductFieldControl
          key={name}
          name={name}
          shopForm={shopForm}
          className={definitionOf(name).form.width === 'half' ? '' : 'sm:col-span-2'}
        />
      ))}
    </div>
  );
}
