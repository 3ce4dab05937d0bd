import { type CustomValue, type CustomValuesChange, customValueOf } from './custom-values.ts';
import type { FilterField } from './filter-fields.ts';

/** The maximum length of a text that is offered as a choice: that of a brand. */
export const MAX_FILTER_TEXT = 120;

/** How many brands, and texts of a field, a list offers: the most frequent ones. */
export const MAX_FACET_VALUES = 30;

/** The value by which a product is filtered. Undefined: no valid value, or a text that is too long. */
export function filterValueOf(
  field: FilterField,
  stored: CustomValuesChange,
  category: number,
): CustomValue | undefined {
  const value = customValueOf(field, stored, category);
  return field.kind === 'text' && String(value).length > MAX_FILTER_TEXT ? undefined : value;
}
