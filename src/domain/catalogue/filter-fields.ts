import type { CustomField, CustomFieldKind } from './custom-fields.ts';
import type { CustomFilterName, FieldFilterName } from './list-address.ts';
import type { FieldDefinition, FieldKind, FilterKind } from './product-field-kinds.ts';
import { PRODUCT_FIELDS } from './product-fields.ts';

/** The column of `product` with the values of a product field. */
export interface FilterColumn {
  readonly name: string;
  readonly kind: FilterKind;
}

/** A field by which shoppers can filter lists: a custom field, or a product field that is declared as a filter. */
export interface FilterField extends CustomField {
  /** Only for product fields; the values of custom fields are in `product.custom`. */
  readonly column?: FilterColumn;
}

/** Keys of custom fields contain no dot, so keys with this prefix never clash with them. */
const PREFIX = 'field.';

/** A text is filtered by its whole value, like a choice whose options are the values of all products. */
const VALUE_KINDS = {
  text: 'text',
  optionalText: 'text',
  weight: 'number',
  flag: 'flag',
} as const satisfies Record<FilterKind, CustomFieldKind>;

/** The unit of weights, which the panel adds to the label and chips to the value. */
const KILOGRAMS = 'kg';

const isFilterKind = (kind: FieldKind): kind is FilterKind => kind in VALUE_KINDS;

const isProductFieldKey = (key: string): key is FieldFilterName => key.startsWith(PREFIX);

/** The parameter of a list that filters by a field; a range appends `.min` and `.max`. */
export const filterParameter = (key: string): CustomFilterName | FieldFilterName =>
  isProductFieldKey(key) ? key : `custom.${key}`;

/** The filters derived from product fields, in their declared order. */
export function productFilters(fields: Readonly<Record<string, FieldDefinition>>): FilterField[] {
  return Object.entries(fields).flatMap(([name, { kind, label, column, filter }]) => {
    if (!filter || !('since' in filter) || column === null || !isFilterKind(kind)) return [];
    return {
      key: PREFIX + name,
      label: kind === 'weight' ? label.replace(` (${KILOGRAMS})`, '') : label,
      kind: VALUE_KINDS[kind],
      choices: [],
      unit: kind === 'weight' ? KILOGRAMS : '',
      help: '',
      isFilter: true,
      category: null,
      plugin: null,
      column: { name: column, kind },
    };
  });
}

export const PRODUCT_FILTERS: readonly FilterField[] = productFilters(PRODUCT_FIELDS);

/** The highest `since` of all derived filters; 0 without any. */
export const FILTERS_SINCE = Math.max(
  0,
  ...Object.values<FieldDefinition>(PRODUCT_FIELDS).flatMap(({ filter }) =>
    filter && 'since' in filter ? filter.since : [],
  ),
);
