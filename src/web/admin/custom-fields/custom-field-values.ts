import type { CustomFieldKind } from '#domain/catalogue/custom-fields.ts';
import { slugOf } from '#domain/catalogue/slug.ts';
import { CUSTOM_FIELD_LIMITS } from '#domain/form-limits.ts';
import type { CustomFieldForm, OwnField } from './custom-fields-data.ts';

export interface ChoiceValue {
  /** Of a choice that exists. */
  readonly value?: string;
  readonly label: string;
}

/** What the form holds while it is edited. */
export interface CustomFieldValues {
  label: string;
  key: string;
  kind: CustomFieldKind;
  choices: ChoiceValue[];
  /** Empty: all categories. */
  category_id: string;
  unit: string;
  help: string;
  is_filter: boolean;
  sort_order: string;
}

/** A key that a label suggests, such as `seat_height`. */
export const keyOf = (label: string): string =>
  slugOf(label)
    .replaceAll('-', '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, CUSTOM_FIELD_LIMITS.key)
    .replace(/_$/, '');

export const valuesOf = (field: OwnField | null): CustomFieldValues => ({
  label: field?.label ?? '',
  key: field?.key ?? '',
  kind: field?.kind ?? 'text',
  choices: field?.choices.map(({ value, label }) => ({ value, label })) ?? [],
  category_id: String(field?.category?.id ?? ''),
  unit: field?.unit ?? '',
  help: field?.help ?? '',
  is_filter: field?.is_filter ?? false,
  sort_order: String(field?.sort_order ?? 1),
});

export const formOf = ({ choices, category_id, sort_order, ...values }: CustomFieldValues): CustomFieldForm => ({
  ...values,
  label: values.label.trim(),
  key: values.key.trim(),
  choices:
    values.kind === 'choice'
      ? choices
          .map(({ value, label }) => ({ ...(value && { value }), label: label.trim() }))
          .filter(({ label }) => label)
      : [],
  category_id: category_id === '' ? null : Number(category_id),
  sort_order: Number(sort_order) || 1,
});
