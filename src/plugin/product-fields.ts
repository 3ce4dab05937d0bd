import type { CustomFieldDeclaration } from '#domain/catalogue/custom-fields.ts';
import { type CustomValue, type CustomValues, customValueProblem } from '#domain/catalogue/custom-values.ts';

type ValueOf<Field extends CustomFieldDeclaration> = Field extends { readonly kind: 'number' }
  ? number
  : Field extends { readonly kind: 'flag' }
    ? boolean
    : Field extends { readonly kind: 'choice'; readonly choices: readonly { readonly value: infer Value }[] }
      ? Value
      : string;

/** The values of a product by key; a date is written as `2026-01-31`, a choice as its `value`. */
export type ProductFieldValues<Fields extends readonly CustomFieldDeclaration[]> = {
  readonly [Field in Fields[number] as Field['key']]?: ValueOf<Field>;
};

/**
 * A product's values of the plug-in's own `productFields`. Omits values that do not fit the declaration: those of an earlier
 * field with the same key, and removed choices.
 * @param fields declared `as const satisfies readonly CustomFieldDeclaration[]`, from which the types follow
 * @param custom `custom` of a product: as the database, carts and `products.byIds` have it, or as slots have it
 */
export function readProductFields<const Fields extends readonly CustomFieldDeclaration[]>(
  fields: Fields,
  custom: CustomValues | readonly { readonly key: string; readonly value: CustomValue }[],
): ProductFieldValues<Fields> {
  const stored = Array.isArray(custom) ? custom.map(({ key, value }) => [key, value] as const) : Object.entries(custom);
  const values = new Map<string, CustomValue>(stored);
  const fitting = fields.filter(
    ({ key, kind, choices = [] }) => customValueProblem({ kind, choices }, values.get(key)) === undefined,
  );
  // The kind of each value has been checked.
  return Object.fromEntries(fitting.map(({ key }) => [key, values.get(key)])) as ProductFieldValues<Fields>;
}
