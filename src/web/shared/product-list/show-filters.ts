import type { Filters } from '#domain/catalogue/list-address.ts';
import { differingFields, showFilter } from './filter-fields.ts';

/** Sets all fields of the form to the filters of the URL. */
export function showFilters(form: HTMLFormElement, filters: Filters): void {
  for (const field of differingFields(form, filters)) showFilter(field, filters);
}
