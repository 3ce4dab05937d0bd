import { MAX_VARIANTS } from '#contract/admin/product-form.ts';
import type { VariantWrite } from '#csv/import-fields.ts';
import type { FieldProblem } from '#csv/import-mapping.ts';
import { inOptionOrder, namesSameOptions } from '#domain/catalogue/variant.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { priceProblem } from '#domain/money/price-change.ts';
import { recordEvents } from '#server/features/events/index.ts';
import { claimPictures } from '#server/features/pictures/index.ts';
import { recordAudits } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { findSkuOwners } from '../save-products/change-products.store.ts';
import { auditedProduct } from '../save-products/product-audit.ts';
import { variantsChanged } from '../save-products/product-events.ts';
import type { SavingRun } from '../save-products/save-products.ts';
import { changeStocks, type StockChange } from './change-stocks.ts';
import {
  insertManyVariants,
  lockParents,
  noteChangedVariants,
  type ParentRow,
  readVariantsOf,
  updateManyVariants,
  type VariantRow,
} from './save-many-variants.store.ts';
import { setTemporaryNames } from './variants.store.ts';

interface PreparedVariant {
  readonly index: number;
  readonly write: VariantWrite;
  readonly parent: ParentRow;
  readonly before: VariantRow | undefined;
  /** Id 0: a new one. */
  readonly after: VariantRow;
}

/**
 * Writes several hundred variants at once, by the rules of the form.
 * @returns the problems of those that were not written, by index.
 */
export async function saveManyVariants(
  tx: Transaction,
  writes: readonly VariantWrite[],
  run: SavingRun,
): Promise<Map<number, FieldProblem>> {
  const problems = new Map<number, FieldProblem>();
  if (writes.length === 0) return problems;
  const shelves = await readShelves(tx, writes);
  const taken = await takenSkus(tx, writes);
  const missing = await claimChangedPictures(tx, writes, shelves, run.at);
  const prepared: PreparedVariant[] = [];
  for (const [index, write] of writes.entries()) {
    const shelf = shelves.get(write.of);
    const outcome = shelf ? prepare(shelf, write, { taken, missing }) : GONE;
    if ('message' in outcome) problems.set(index, outcome);
    else if (shelf) prepared.push({ index, write, parent: shelf.parent, ...outcome });
  }
  await changeStocksOf(tx, prepared, shelves, run, problems);
  await writeAll(
    tx,
    prepared.filter(({ index }) => !problems.has(index)),
    run,
  );
  return problems;
}

const GONE: FieldProblem = { field: 'variant_of', message: 'The product of this variant does not exist.' };

/** A product with its future variants. */
interface Shelf {
  readonly parent: ParentRow;
  readonly isNew: boolean;
  readonly variants: Map<string, VariantRow>;
}

async function readShelves(tx: Transaction, writes: readonly VariantWrite[]): Promise<Map<string, Shelf>> {
  const parents = await lockParents(tx, [...new Set(writes.map(({ of }) => of))]);
  const ids = parents.map(({ id }) => id);
  const rows = ids.length > 0 ? await readVariantsOf(tx, ids) : [];
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    parents.map((parent) => {
      const own = byProduct.get(parent.id) ?? [];
      return [parent.sku, { parent, isNew: own.length === 0, variants: new Map(own.map((row) => [row.sku, row])) }];
    }),
  );
}

async function takenSkus(tx: Transaction, writes: readonly VariantWrite[]): Promise<Set<string>> {
  const skus = writes.flatMap(({ id, change }) => (id === undefined ? (change.sku ?? []) : []));
  return new Set(skus.length > 0 ? (await findSkuOwners(tx, skus)).keys() : []);
}

const urlsOf = ({ change }: VariantWrite): string[] => (change.images ?? []).map(({ url }) => url);

/** Also claims the pictures that are replaced: a checkout that is about to commit may have read them. @returns the missing ones. */
async function claimChangedPictures(
  tx: Transaction,
  writes: readonly VariantWrite[],
  shelves: ReadonlyMap<string, Shelf>,
  at: Date,
): Promise<ReadonlySet<string>> {
  const changing = writes.filter(({ change }) => change.images !== undefined);
  const replaced = new Set(changing.map(({ id }) => id));
  const before = [...shelves.values()].flatMap(({ variants }) => [...variants.values()]);
  const former = before.flatMap(({ id, image }) => (replaced.has(id) ? (image ?? []) : []));
  const urls = [...changing.flatMap(urlsOf), ...former];
  return new Set(urls.length > 0 ? await claimPictures(tx, urls, at) : []);
}

function prepare(
  { parent, variants }: Shelf,
  write: VariantWrite,
  { taken, missing }: { readonly taken: Set<string>; readonly missing: ReadonlySet<string> },
): Pick<PreparedVariant, 'before' | 'after'> | FieldProblem {
  const { id } = write;
  const change = withOrderedOptions(write);
  const before = id === undefined ? undefined : [...variants.values()].find((row) => row.id === id);
  if (id !== undefined && !before) return { field: 'sku', message: 'This variant was deleted since the check.' };
  if (id === undefined && taken.has(change.sku ?? '')) {
    return { field: 'sku', message: 'Another product took this SKU since the check. Please check the file again.' };
  }
  const gone = urlsOf(write).find((url) => missing.has(url));
  if (gone !== undefined) return { field: 'images', message: `There is no picture ${gone} any more.` };
  const after = changed(before ?? freshVariant(parent.id, variants.size + 1), change);
  const others = [...variants.values()].filter((row) => row !== before);
  if (others.some(({ name }) => name === after.name)) {
    return { field: 'options', message: `The product already has a variant called ${after.name}.` };
  }
  if (others[0] && !namesSameOptions(others[0].options, after.options)) {
    return { field: 'options', message: 'All variants of a product must have the same options.' };
  }
  if (others.length >= MAX_VARIANTS) return { field: 'variant_of', message: `At most ${MAX_VARIANTS} variants.` };
  const { price_cents: price, sale_price_cents: salePrice } = parent;
  const problem = priceProblem({ price, salePrice, modifiers: [after.price_modifier_cents] });
  if (problem) return { field: 'price_difference', message: problem.message };
  variants.set(after.sku, after);
  taken.add(after.sku);
  return { before, after };
}

function withOrderedOptions({ change, optionNames }: VariantWrite): VariantWrite['change'] {
  return change.options && optionNames ? { ...change, options: inOptionOrder(change.options, optionNames) } : change;
}

const freshVariant = (productId: number, position: number): VariantRow => ({
  id: 0,
  product_id: productId,
  name: '',
  sku: '',
  options: {},
  price_modifier_cents: 0,
  image: null,
  swatch: null,
  position,
});

function changed(row: VariantRow, { price_difference, images, stock: _, ...same }: VariantWrite['change']): VariantRow {
  return {
    ...row,
    ...same,
    ...(price_difference !== undefined && { price_modifier_cents: price_difference }),
    ...(images !== undefined && { image: images[0]?.url ?? null }),
  };
}

/**
 * Before anything is written, or at the end of a long transaction: a product's first variant replaces the product's own
 * stock.
 */
async function changeStocksOf(
  tx: Transaction,
  prepared: readonly PreparedVariant[],
  shelves: ReadonlyMap<string, Shelf>,
  { stockLater }: SavingRun,
  problems: Map<number, FieldProblem>,
): Promise<void> {
  const changes: StockChange[] = prepared.flatMap(({ index, write, before }) => {
    const { stock } = write.change;
    if (!before || stock === undefined || write.stockSeen === undefined) return [];
    return { index, productId: before.product_id, variantId: before.id, change: stock - write.stockSeen };
  });
  const seen = new Set<number>();
  for (const { index, write, parent } of prepared) {
    if (!shelves.get(write.of)?.isNew || seen.has(parent.id)) continue;
    seen.add(parent.id);
    changes.push({ index, productId: parent.id, variantId: null, change: 'gone' });
  }
  if (stockLater) {
    stockLater.push(...changes);
    return;
  }
  const refused = await changeStocks(tx, changes);
  for (const [{ index, productId, change }, message] of refused) {
    // If its own stock cannot be removed, a product gets no variants.
    const all = change === 'gone' ? prepared.filter(({ parent }) => parent.id === productId) : [{ index }];
    for (const one of all) problems.set(one.index, { field: 'stock', message });
  }
}

async function writeAll(tx: Transaction, prepared: readonly PreparedVariant[], run: SavingRun): Promise<void> {
  if (prepared.length === 0) return;
  const updates = prepared.flatMap(({ before, after }) => (before ? after : []));
  if (updates.length > 0) {
    // Swapped names are written in two steps.
    await setTemporaryNames(
      tx,
      updates.map(({ id }) => id),
    );
    await updateManyVariants(tx, updates);
  }
  const created = prepared.flatMap(({ before, after: { id: _, ...row }, write }) =>
    before ? [] : { ...row, stock: write.change.stock ?? 0 },
  );
  if (created.length > 0) await insertManyVariants(tx, created);
  const byProduct = Map.groupBy(prepared, ({ parent }) => parent.id);
  await noteChangedVariants(tx, [...byProduct.keys()], run.at);
  await recordAudits(
    tx,
    [...byProduct.values()].map((ofOne) => auditOf(ofOne, run)),
  );
  const parents = new Map(prepared.map(({ parent }) => [parent.id, parent]));
  await recordEvents(
    tx,
    [...parents.values()].map((parent) => variantsChanged(parent.id, parent)),
    run.at,
  );
}

function auditOf(prepared: readonly PreparedVariant[], { by, at }: SavingRun) {
  const [first] = prepared;
  const name = first?.parent.name ?? '';
  const before = prepared
    .flatMap(({ before: row, write }) => (row ? describeVariant(row, write.stockSeen) : []))
    .join('; ');
  const after = prepared.map(({ after: row, write }) => describeVariant(row, write.change.stock)).join('; ');
  return auditedProduct(
    by,
    {
      action: 'product.update',
      id: first?.parent.id ?? 0,
      before: { name, variants: before },
      after: { name, variants: after },
    },
    at,
  );
}

function describeVariant({ sku, name, price_modifier_cents: modifier }: VariantRow, stock: number | undefined): string {
  const units = stock === undefined ? '' : `, ${stock} units`;
  return `${sku} (${name}, ${formatDecimal(modifier)}${units})`;
}
