import type { CustomField, CustomFieldKind } from './custom-fields.ts';
import type { CustomFilterName, FieldFilterName } from './list-address.ts';
import type { FieldDefinition, FieldKind, FilterKind } from './product-field-kinds.ts';
import { PRODUCT_FIELDS } from './product-fields.ts';

/** Where the values of a product field are: a column of `product`. */
export interface FilterColumn {
  readonly name: string;
  readonly kind: FilterKind;
}

/** A field by which shoppers can filter lists: a custom field, or a field that the product table declares as a filter. */
export interface FilterField extends CustomField {
  /** Of a product field; the values of custom fields are in `product.custom`. */
  readonly column?: FilterColumn;
}

/** Keys of custom fields contain no dot: the two never clash. */
const PREFIX = 'field.';

/** A text is filtered by its whole value, like a choice whose options the products bring. */
const VALUE_KINDS = {
  text: 'text',
  optionalText: 'text',
  weight: 'number',
  flag: 'flag',
} as const satisfies Record<FilterKind, CustomFieldKind>;

/** The unit of weights, which the panel adds to the label and chips to the value. */
const KILOGRAMS = 'kg';

const isFilterKind = (kind: FieldKind): kind is FilterKind => kind in VALUE_KINDS;

const isOfProduct = (key: string): key is FieldFilterName => key.startsWith(PREFIX);

/** The parameter of a list that filters by a field; a range has `.min` and `.max` behind it. */
export const filterParameter = (key: string): CustomFilterName | FieldFilterName =>
  isOfProduct(key) ? key : `custom.${key}`;

/** The filters that are derived from product fields, in the order of the table. */
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

/** The newest migration behind a derived filter; 0 without any. */
export const FILTERS_SINCE = Math.max(
  0,
  ...Object.values<FieldDefinition>(PRODUCT_FIELDS).flatMap(({ filter }) =>
    filter && 'since' in filter ? filter.since : [],
  ),
);
