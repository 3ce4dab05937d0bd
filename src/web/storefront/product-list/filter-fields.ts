import type { FilterName, Filters } from '#domain/list-address.ts';

export type Field = HTMLInputElement | HTMLSelectElement;

/** The fields of the form that hold a filter. */
const fieldsOf = (form: HTMLFormElement): Field[] => [...form.querySelectorAll<Field>('[name]:not([type=hidden])')];

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

const valueIn = (filters: Filters, { name }: Field): string => filters[name as FilterName] ?? '';

const shownIn = (field: Field): string => (isTick(field) && !field.checked ? '' : field.value.trim());

/** The fields whose values differ from the filters in the address. */
export const differingFields = (form: HTMLFormElement, filters: Filters): Field[] =>
  fieldsOf(form).filter((field) => shownIn(field) !== valueIn(filters, field));

/** Sets a field to its value in the address. */
export function showFilter(field: Field, filters: Filters): void {
  const value = valueIn(filters, field);
  if (isTick(field)) field.checked = value === 'true';
  else field.value = value;
}
