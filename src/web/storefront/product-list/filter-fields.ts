import type { FilterName, Filters } from '#domain/list-address.ts';

export type Field = HTMLInputElement | HTMLSelectElement;

/** The fields of the form that hold a filter. */
const fieldsOf = (form: HTMLFormElement): Field[] => [...form.querySelectorAll<Field>('[name]:not([type=hidden])')];

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

const valueIn = (filters: Filters, { name }: Field): string => filters[name as FilterName] ?? '';

/** One of several values of a filter, each with a tick of its own. */
const isTicked = (filters: Filters, field: Field): boolean => valueIn(filters, field).split(',').includes(field.value);

/** The fields whose values differ from the filters in the address. */
export const differingFields = (form: HTMLFormElement, filters: Filters): Field[] =>
  fieldsOf(form).filter((field) =>
    isTick(field) ? field.checked !== isTicked(filters, field) : field.value.trim() !== valueIn(filters, field),
  );

/** Sets a field to its value in the address. */
export function showFilter(field: Field, filters: Filters): void {
  const value = valueIn(filters, field);
  if (isTick(field)) field.checked = isTicked(filters, field);
  else field.value = value;
}
