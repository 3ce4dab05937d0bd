import type { CustomFieldKind } from '#domain/catalogue/custom-fields.ts';

export const KIND_LABELS: Readonly<Record<CustomFieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  flag: 'Yes or no',
  choice: 'Choice',
  date: 'Date',
};
