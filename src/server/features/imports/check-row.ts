import { z } from 'zod';
import { productForm } from '#contract/admin/product-form.ts';
import { customColumn, keyOfColumn } from '#csv/import-custom.ts';
import { cellOf, FIELD_RULES, type ImportedProduct, type VariantWrite } from '#csv/import-fields.ts';
import { pathKey } from '#domain/catalogue/category-tree.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { appliesTo, customCell, customValueOf } from '#domain/catalogue/custom-values.ts';
import { CSV_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { NEW_PRODUCT } from '#domain/catalogue/product-values.ts';
import { cutText, shortenText } from '#domain/cut-text.ts';
import type { Cents } from '#domain/money/money.ts';
import { priceProblem } from '#domain/money/price-change.ts';
import type { KnownProduct, KnownVariant } from '#server/features/catalogue/index.ts';
import type { CheckedRow } from './import-rows.store.ts';

/** Enough to show a change; the full text is in the file and the product. */
const MAX_SHOWN = 300;

/** The product form's fields that a file can set, each validated by the form's rule. */
const rowForm = productForm
  .omit({ category_id: true, image_alts: true, variants: true })
  .extend({ category: z.string() })
  .partial();
type RowForm = z.output<typeof rowForm>;

type RowValues = Partial<ImportedProduct>;
type Problem = CheckedRow['problems'][number];

export interface ReadRow {
  readonly line: number;
  readonly sku: string;
  readonly given: RowValues;
  /** The same for HTML input. */
  readonly asWritten?: RowValues;
  readonly problems: readonly Problem[];
}

/** A specific message for too long values; other messages are the form's. */
const tooMuch: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'too_big') return undefined;
  if (typeof issue.input === 'string') return `At most ${issue.maximum} characters; these are ${issue.input.length}.`;
  return `At most ${issue.maximum} of them.`;
};

const fieldAt = ([name, key]: readonly PropertyKey[]): string =>
  name === 'custom' && key !== undefined ? customColumn(String(key)) : String(name ?? 'row');

/** Normalised values of a mapped row, or the form's validation errors. */
export function checkValues(values: object): { readonly given: RowValues; readonly problems: readonly Problem[] } {
  const parsed = rowForm.safeParse(values, { error: tooMuch });
  if (parsed.success) return { given: givenOf(parsed.data), problems: [] };
  const bad = parsed.error.issues.map(({ path, message }) => ({ field: fieldAt(path), message }));
  const isBad = (name: string) =>
    bad.some(({ field }) => field === name || (name === 'custom' && field.startsWith('custom:')));
  const good = Object.fromEntries(Object.entries(values).filter(([name]) => !isBad(name)));
  const rest = rowForm.safeParse(good);
  // One message per field: lists may have one for each item.
  const problems = bad.filter(({ field }, at) => bad.findIndex((one) => one.field === field) === at);
  return { given: rest.success ? givenOf(rest.data) : {}, problems };
}

function givenOf({ images, ...form }: RowForm): RowValues {
  const pictures = images?.map(({ url, alt = '' }) => ({ url, alt }));
  const given = { ...form, ...(pictures && { images: pictures }) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export type FileDifferences = ReadonlyMap<string, { readonly of: string; readonly difference: Cents }>;

/** Shop data for validating rows. */
export interface Shop {
  readonly products: ReadonlyMap<string, KnownProduct>;
  readonly variants: ReadonlyMap<string, KnownVariant>;
  /** Whether the file can contain variant rows: then a new product may leave its stock to them. */
  readonly hasVariantRows: boolean;
  /** Slugs by slug, name and path, as `pathKey` makes it; undefined for an ambiguous name. */
  readonly categories: ReadonlyMap<string, string | undefined>;
  /** Price differences in this file, by the variant's SKU. */
  readonly differences: FileDifferences;
  /** First line of each SKU in this file. */
  readonly lines: ReadonlyMap<string, number>;
  /** Pictures that do not exist. */
  readonly missingPictures: ReadonlySet<string>;
  /** All that are defined. */
  readonly customFields: readonly CustomField[];
}

/** What would happen to a row, without changing anything. */
export function checkRow(row: ReadRow, shop: Shop): CheckedRow {
  const known = shop.products.get(row.sku);
  const { given, problems } = withCategory(row, shop);
  const errors: Problem[] = [...problems, ...standingProblems({ ...row, given, problems }, known, shop)];
  const customChanges = customChangesOf(given, known, shop);
  const changes = [
    ...changesOf(given, known).filter(({ field }) => !isStoredAsWritten(field, row, known)),
    ...customChanges,
  ];
  const name = given.name ?? known?.product.name ?? '';
  const base = { line: row.line, sku: cutText(row.sku, MAX_SHOWN), name, product_id: known?.id ?? null };
  if (errors.length > 0) return { ...base, outcome: 'error', form: {}, changes: [], problems: errors };
  if (changes.length === 0) return { ...base, outcome: 'unchanged', form: {}, changes: [], problems: [] };
  const fields = new Set(changes.map(({ field }) => field));
  const form = known ? onlyThese(given, fields, known.product.stock) : { ...NEW_PRODUCT, stock: 0, ...given };
  const changedKeys = new Set(customChanges.map(({ field }) => keyOfColumn(field)));
  const custom = Object.fromEntries(Object.entries(given.custom ?? {}).filter(([key]) => changedKeys.has(key)));
  const raised = raisedDifferences(given, known, shop);
  return {
    ...base,
    outcome: known ? 'update' : 'create',
    form: { ...form, custom, ...(raised.length > 0 && { raised }) },
    changes: changes.map(shortened),
    problems: [],
  };
}

function withCategory({ given, problems }: ReadRow, { categories }: Shop) {
  if (given.category === undefined) return { given, problems };
  const key = pathKey(given.category);
  const slug = categories.get(given.category) ?? categories.get(key);
  if (slug !== undefined) return { given: { ...given, category: slug }, problems };
  const message = categories.has(key)
    ? `Several categories are called “${given.category}”. Please use the slug instead.`
    : `There is no category “${cutText(given.category, 80)}”. Please add it under Categories and check again.`;
  const { category: _, ...rest } = given;
  return { given: rest, problems: [...problems, { field: 'category', message }] };
}

function standingProblems(row: ReadRow, known: KnownProduct | undefined, shop: Shop): Problem[] {
  const { given } = row;
  const problems: Problem[] = [];
  const first = shop.lines.get(row.sku);
  if (row.sku !== '' && first !== undefined && first !== row.line) {
    problems.push({ field: 'sku', message: `The SKU ${row.sku} is already on line ${first}.` });
  }
  const variant = shop.variants.get(row.sku);
  if (variant) {
    const message = `${row.sku} is a variant of ${variant.productName}. Its row needs ${variant.variant.variant_of} under “Variant of”.`;
    problems.push({ field: 'sku', message });
  }
  if (known && known.product.stock === null && given.stock !== undefined) {
    const message = 'This product has variants, each with its own stock. Please leave the cell empty.';
    problems.push({ field: 'stock', message });
  }
  if (!known && row.problems.length === 0) problems.push(...missingFields(given, shop));
  const gone = given.images?.find(({ url }) => shop.missingPictures.has(url));
  if (gone) problems.push({ field: 'images', message: `There is no picture ${gone.url} in this shop.` });
  problems.push(...wrongPrices(given, known, shop), ...customProblems(given, known, shop));
  return problems;
}

function missingFields(given: RowValues, { hasVariantRows }: Shop): Problem[] {
  const isLeft = (field: string) => field === 'sku' || (field === 'stock' && hasVariantRows);
  return CSV_FIELDS.filter((field) => FIELD_RULES[field].isNeeded && !isLeft(field) && given[field] === undefined).map(
    (field) => ({ field, message: `A new product needs a value for ${FIELD_RULES[field].label}.` }),
  );
}

/** Values of fields that the products of its category do not have. */
function customProblems(given: RowValues, known: KnownProduct | undefined, { customFields }: Shop): Problem[] {
  const category = given.category ?? known?.product.category;
  if (category === undefined) return [];
  return customFields
    .filter((field) => (given.custom?.[field.key] ?? null) !== null && !appliesTo(field, category))
    .map(({ key, label, category: own }) => ({
      field: customColumn(key),
      message: `${label} is a field of the category ${own?.name}. Please leave the cell empty.`,
    }));
}

function wrongPrices(given: RowValues, known: KnownProduct | undefined, shop: Shop): Problem[] {
  const problem = priceProblemWith(given, known, (variant) => differenceAfter(variant, shop));
  return problem ? [{ field: problem.field === 'variants' ? 'price' : problem.field, message: problem.message }] : [];
}

/**
 * The differences of existing variants that the file raises, if the product's new price needs them: they are written
 * before it.
 */
function raisedDifferences(given: RowValues, known: KnownProduct | undefined, shop: Shop): readonly VariantWrite[] {
  if (!known || !priceProblemWith(given, known, ({ variant }) => variant.price_difference)) return [];
  return known.variants.flatMap((one) => {
    const { id, variant } = one;
    const price_difference = differenceAfter(one, shop);
    return price_difference > variant.price_difference
      ? { of: variant.variant_of, id, change: { sku: variant.sku, price_difference } }
      : [];
  });
}

function differenceAfter({ variant }: KnownVariant, { differences }: Shop): Cents {
  const found = differences.get(variant.sku);
  return found?.of === variant.variant_of ? found.difference : variant.price_difference;
}

function priceProblemWith(given: RowValues, known: KnownProduct | undefined, of: (variant: KnownVariant) => Cents) {
  const price = given.price ?? known?.product.price;
  if (price === undefined || (given.price === undefined && given.sale_price === undefined)) return undefined;
  const salePrice = given.sale_price === undefined ? (known?.product.sale_price ?? null) : given.sale_price;
  return priceProblem({ price, salePrice, modifiers: known?.variants.map(of) ?? [] });
}

function changesOf(given: RowValues, known: KnownProduct | undefined): CheckedRow['changes'] {
  return CSV_FIELDS.flatMap((field) => {
    if (given[field] === undefined) return [];
    const after = cellOf(field, given as ImportedProduct);
    const before = known ? cellOf(field, known.product) : '';
    return before === after ? [] : [{ field, before, after }];
  });
}

/** A value that the product has stored, but that is not shown, is left alone by an empty cell. */
function customChangesOf(
  given: RowValues,
  known: KnownProduct | undefined,
  { customFields }: Shop,
): CheckedRow['changes'] {
  return customFields.flatMap((field) => {
    const value = given.custom?.[field.key];
    if (value === undefined) return [];
    const after = customCell(field, value ?? undefined);
    const before = known ? customCell(field, customValueOf(field, known.product.custom, known.product.category)) : '';
    return before === after ? [] : [{ field: customColumn(field.key), before, after }];
  });
}

/**
 * A cell equal to the product's value changes nothing, so that exports can be imported again unchanged, with HTML or
 * without.
 */
function isStoredAsWritten(field: string, { asWritten }: ReadRow, known: KnownProduct | undefined): boolean {
  const name = CSV_FIELDS.find((one) => one === field);
  if (!known || !name || asWritten?.[name] === undefined) return false;
  return cellOf(name, asWritten as ImportedProduct) === cellOf(name, known.product);
}

export const shortened = ({ field, before, after }: CheckedRow['changes'][number]) => ({
  field,
  before: shortenText(before, MAX_SHOWN),
  after: shortenText(after, MAX_SHOWN),
});

function onlyThese(given: RowValues, fields: ReadonlySet<string>, stock: number | null): CheckedRow['form'] {
  const form = Object.fromEntries(Object.entries(given).filter(([field]) => fields.has(field)));
  return fields.has('stock') && stock !== null ? { ...form, stock_seen: stock } : form;
}
