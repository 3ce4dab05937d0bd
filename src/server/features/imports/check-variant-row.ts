import { z } from 'zod';
import { MAX_VARIANTS, variantForm } from '#contract/admin/product-form.ts';
import { FIELD_RULES, type ImportedVariant, VARIANT_FIELDS, variantCellOf } from '#csv/import-fields.ts';
import type { RowReading } from '#csv/import-mapping.ts';
import { hasSameOptions, namesSameOptions, variantName } from '#domain/catalogue/variant.ts';
import { cutText } from '#domain/cut-text.ts';
import { priceProblem } from '#domain/money/price-change.ts';
import type { KnownVariant } from '#server/features/catalogue/index.ts';
import { type Shop, shortened } from './check-row.ts';
import type { FileProduct, FileProducts } from './file-products.ts';
import type { CheckedRow } from './import-rows.store.ts';

type Problem = CheckedRow['problems'][number];
type VariantValues = Partial<Omit<ImportedVariant, 'variant_of' | 'sku'>>;

export interface ReadVariantRow {
  readonly line: number;
  readonly sku: string;
  /** The product's SKU. */
  readonly variantOf: string;
  readonly given: VariantValues;
  readonly problems: readonly Problem[];
}

/** The fields of a variant row, each validated by the form's rule. */
const RULES = {
  sku: variantForm.shape.sku,
  name: variantForm.shape.name,
  options: variantForm.shape.options,
  price_difference: variantForm.shape.price_modifier,
  stock: variantForm.shape.stock,
  images: z.array(z.object({ url: variantForm.shape.image.unwrap().unwrap() })).max(1, 'A variant has one picture.'),
  swatch: z.preprocess((text) => text || null, variantForm.shape.swatch),
} as const;

/** Parses a variant row. Product fields must be empty if they would be lost. */
export function readVariantRow(
  { line, variantOf }: Pick<ReadVariantRow, 'line' | 'variantOf'>,
  { values, problems }: RowReading,
): ReadVariantRow {
  const given: Record<string, unknown> = {};
  const all: Problem[] = [...problems];
  for (const [field, rule] of Object.entries(RULES)) {
    const value = values[field as keyof typeof RULES];
    if (value === undefined) continue;
    const parsed = rule.safeParse(value);
    if (parsed.success) given[field] = parsed.data;
    else all.push({ field, message: parsed.error.issues[0]?.message ?? '' });
  }
  for (const field of ['price', 'sale_price'] as const) {
    if (values[field] === undefined || values[field] === '') continue;
    all.push({
      field,
      message: 'A variant has a price difference, and the price of its product. Please leave this empty.',
    });
  }
  const { sku, images, ...rest } = given as VariantValues & { sku?: string };
  if (sku === undefined && !all.some(({ field }) => field === 'sku')) {
    all.unshift({ field: 'sku', message: 'The SKU is missing.' });
  }
  const pictures = images?.map(({ url }) => ({ url, alt: '' }));
  return { line, sku: sku ?? '', variantOf, given: { ...rest, ...(pictures && { images: pictures }) }, problems: all };
}

/** What would happen to a variant, without changing anything. */
export function checkVariantRow(row: ReadVariantRow, shop: Shop, file: FileProducts): CheckedRow {
  const known = shop.variants.get(row.sku);
  const parent = file.productOf(row.variantOf, shop);
  const wanted = named(row.given, known);
  const errors: Problem[] = [...row.problems, ...relationProblems(row, { known, parent, shop })];
  if (parent && errors.length === 0) errors.push(...problemsAmong(parent, row.sku, wanted));
  const ownName = wanted.name ?? known?.variant.name ?? '';
  const base = {
    line: row.line,
    sku: row.sku,
    name: [parent?.name ?? row.variantOf, ownName].filter(Boolean).join(' — '),
    product_id: parent?.id ?? null,
  };
  if (errors.length > 0) return { ...base, outcome: 'error', form: {}, changes: [], problems: errors };
  parent?.variants.set(row.sku, {
    name: ownName,
    options: wanted.options ?? known?.variant.options ?? {},
  });
  const changes = changesOf({ ...wanted, sku: row.sku, variant_of: row.variantOf }, known);
  if (changes.length === 0) return { ...base, outcome: 'unchanged', form: {}, changes: [], problems: [] };
  const fields = new Set<string>(changes.map(({ field }) => field));
  const change: VariantValues & { sku?: string } = Object.fromEntries(
    Object.entries({ ...wanted, sku: row.sku }).filter(([field]) => fields.has(field)),
  );
  const stockSeen = known && fields.has('stock') ? { stockSeen: known.variant.stock } : {};
  const optionNames = change.options && { optionNames: Object.keys(change.options) };
  const variant = { of: row.variantOf, ...(known && { id: known.id }), change, ...optionNames, ...stockSeen };
  return {
    ...base,
    outcome: known ? 'update' : 'create',
    form: { variant },
    changes: changes.map(shortened),
    problems: [],
  };
}

/** Changed options also change the variant's name, unless the row sets one. */
function named(given: VariantValues, known: KnownVariant | undefined): VariantValues {
  if (given.name || !given.options) return given;
  const isSame = known && hasSameOptions(known.variant.options, given.options);
  return isSame ? given : { ...given, name: variantName({ options: given.options }) };
}

interface VariantContext {
  readonly known: KnownVariant | undefined;
  readonly parent: FileProduct | undefined;
  readonly shop: Shop;
}

function relationProblems(row: ReadVariantRow, { known, parent, shop }: VariantContext): Problem[] {
  const { sku, variantOf, given } = row;
  const problems: Problem[] = [];
  const add = (field: string, message: string) => problems.push({ field, message });
  const first = shop.lines.get(sku);
  if (sku !== '' && first !== undefined && first !== row.line)
    add('sku', `The SKU ${sku} is already on line ${first}.`);
  if (shop.products.has(sku)) add('sku', `${sku} is the SKU of a product.`);
  if (known && known.variant.variant_of !== variantOf) add('sku', `${sku} is a variant of ${known.productName}.`);
  if (!parent) {
    const message = shop.variants.has(variantOf)
      ? `${variantOf} is a variant itself.`
      : `There is no product ${cutText(variantOf, 64)}. Its row must come before those of its variants.`;
    add('variant_of', message);
  } else if (parent.isBad) {
    add('variant_of', `The row of its product, on line ${parent.line}, has errors.`);
  } else if (parent.stockLine !== undefined) {
    const message = `Line ${parent.stockLine} gives the product a stock of its own. Please leave that cell empty: each variant has its own.`;
    add('variant_of', message);
  }
  if (!known && row.problems.length === 0) {
    for (const field of ['options', 'stock'] as const) {
      if (given[field] === undefined) add(field, `A new variant needs a value for ${FIELD_RULES[field].label}.`);
    }
  }
  const gone = given.images?.find(({ url }) => shop.missingPictures.has(url));
  if (gone) add('images', `There is no picture ${gone.url} in this shop.`);
  return problems;
}

/** Rules between the variants of a product, including the rows above. */
function problemsAmong(
  parent: FileProduct,
  sku: string,
  { name, options, price_difference }: VariantValues,
): Problem[] {
  const others = [...parent.variants].filter(([other]) => other !== sku).map(([, variant]) => variant);
  const isTaken = name !== undefined && others.some((other) => other.name === name);
  if (isTaken) return [{ field: 'options', message: `The product already has a variant called ${name}.` }];
  const [first] = others;
  if (options && first && !namesSameOptions(options, first.options)) {
    const message = `All variants of a product must have the same options, such as ${Object.keys(first.options).join(', ')}.`;
    return [{ field: 'options', message }];
  }
  if (others.length >= MAX_VARIANTS) return [{ field: 'variant_of', message: `At most ${MAX_VARIANTS} variants.` }];
  if (price_difference === undefined) return [];
  const problem = priceProblem({ price: parent.price, salePrice: parent.salePrice, modifiers: [price_difference] });
  return problem ? [{ field: 'price_difference', message: problem.message }] : [];
}

function changesOf(
  wanted: VariantValues & Pick<ImportedVariant, 'sku' | 'variant_of'>,
  known: KnownVariant | undefined,
) {
  return VARIANT_FIELDS.flatMap((field) => {
    if (wanted[field] === undefined) return [];
    const after = variantCellOf(field, wanted as ImportedVariant);
    const before = known ? variantCellOf(field, known.variant) : '';
    return before === after ? [] : [{ field, before, after }];
  });
}
