import { type FilterName, type Filters, filterValues } from '#domain/catalogue/list-address.ts';

export type Field = HTMLInputElement | HTMLSelectElement;

/** The form's fields for a filter. */
const fieldsOf = (form: HTMLFormElement): Field[] => [...form.querySelectorAll<Field>('[name]:not([type=hidden])')];

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

const valueIn = (filters: Filters, { name }: Field): string => filters[name as FilterName] ?? '';

/** One of several values of a filter, each with a tick of its own. */
const isTicked = (filters: Filters, field: Field): boolean =>
  filterValues(field.name, valueIn(filters, field)).includes(field.value);

/** Fields that differ from the URL's filters. */
export const differingFields = (form: HTMLFormElement, filters: Filters): Field[] =>
  fieldsOf(form).filter((field) =>
    isTick(field) ? field.checked !== isTicked(filters, field) : field.value.trim() !== valueIn(filters, field),
  );

/** Sets a field to its value in the URL. */
export function showFilter(field: Field, filters: Filters): void {
  const value = valueIn(filters, field);
  if (isTick(field)) field.checked = isTicked(filters, field);
  else field.value = value;
}
