import type { ImportedProduct } from '#domain/import-fields.ts';
import type { FieldProblem } from '#domain/import-mapping.ts';
import { priceProblem } from '#domain/price-change.ts';
import { productSlug } from '#domain/slug.ts';
import { claimPictures } from '#server/features/pictures/index.ts';
import { type AuditedChange, recordAudits } from '#server/platform/audit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { keepOldSlug } from '../slugs.store.ts';
import {
  findTakenSkus,
  type LockedProduct,
  lockProducts,
  type ProductColumns,
  readModifiers,
} from './change-products.store.ts';
import { changeStocks, type StockChange } from './change-stocks.ts';
import { auditedProduct, productFacts } from './product-audit.ts';
import { insertManyProducts, lockCategories, updateManyProductRows } from './save-many-products.store.ts';
import type { SlugProposals } from './slug-proposals.ts';

/** A product to be made, or what is to be changed of one that is there. */
export type ProductWrite =
  | { readonly kind: 'create'; readonly product: ImportedProduct }
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly change: Partial<ImportedProduct>;
      /** Pieces that there were when the change was worked out: what was sold since stays sold. */
      readonly stockSeen: number | undefined;
    };

export interface SavingRun {
  readonly by: Pick<AuditedChange, 'actor' | 'request'>;
  readonly at: Date;
  readonly slugs: SlugProposals;
  /**
   * Collects the changes of stock instead of making them, for `changeStocks` at the end of a long transaction: nobody who
   * pays waits for all of it.
   */
  readonly stockLater?: StockChange[] | undefined;
}

interface Prepared {
  readonly index: number;
  readonly write: ProductWrite;
  readonly before: LockedProduct | undefined;
  /** Without the slug. */
  readonly columns: ProductColumns;
}

/**
 * Writes some hundred products at once, by the rules of the form.
 * @returns what stands in the way of those that were not written, by their index.
 */
export async function saveManyProducts(
  tx: Transaction,
  writes: readonly ProductWrite[],
  run: SavingRun,
): Promise<Map<number, FieldProblem>> {
  const problems = new Map<number, FieldProblem>();
  const prepared = await prepare(tx, writes, problems);
  await checkPricesOf(tx, prepared, problems);
  await takePicturesOf(tx, prepared, run.at, problems);
  await changeStocksOf(tx, prepared, run, problems);
  await writeAll(
    tx,
    prepared.filter(({ index }) => !problems.has(index)),
    run,
  );
  return problems;
}

async function prepare(
  tx: Transaction,
  writes: readonly ProductWrite[],
  problems: Map<number, FieldProblem>,
): Promise<Prepared[]> {
  const ids = writes.flatMap((write) => (write.kind === 'update' ? write.id : []));
  const before = new Map((ids.length > 0 ? await lockProducts(tx, ids) : []).map((row) => [row.id, row]));
  const skus = writes.flatMap((write) => (write.kind === 'create' ? write.product.sku : []));
  const taken = skus.length > 0 ? await findTakenSkus(tx, skus, undefined) : new Set<string>();
  const slugs = writes.flatMap((write) => changeOf(write).category ?? []);
  const categories = await lockCategories(tx, [...new Set(slugs)]);

  return writes.flatMap((write, index) => {
    const refuse = (field: FieldProblem['field'], message: string): [] => {
      problems.set(index, { field, message });
      return [];
    };
    const category = changeOf(write).category;
    const categoryId = category === undefined ? undefined : categories.get(category);
    if (category !== undefined && categoryId === undefined) {
      return refuse('category', `The category ${category} was deleted since the check.`);
    }
    if (write.kind === 'create') {
      if (taken.has(write.product.sku)) {
        return refuse('sku', 'Another product took this SKU since the check. Please check the file again.');
      }
      taken.add(write.product.sku);
      const columns = { ...EMPTY, ...columnsOf(write.product), category_id: categoryId ?? 0 };
      return { index, write, before: undefined, columns };
    }
    const row = before.get(write.id);
    if (!row) return refuse('sku', 'This product was deleted since the check. Please check the file again.');
    const columns = { ...row, ...columnsOf(write.change), category_id: categoryId ?? row.category_id };
    return { index, write, before: row, columns };
  });
}

const changeOf = (write: ProductWrite): Partial<ImportedProduct> =>
  write.kind === 'create' ? write.product : write.change;

const EMPTY: ProductColumns = {
  name: '',
  slug: '',
  description: '',
  short_description: '',
  price_cents: 0,
  sale_price_cents: null,
  sku: '',
  category_id: 0,
  is_active: true,
  is_featured: false,
  brand: null,
  weight_grams: null,
  images: [],
  specifications: {},
  features: [],
  tags: [],
  meta_title: null,
  meta_description: null,
};

/** Columns under their names in the table; those that are not given are left out. */
function columnsOf({ price, sale_price, weight, stock, category, ...same }: Partial<ImportedProduct>) {
  return {
    ...same,
    ...(price !== undefined && { price_cents: price }),
    ...(sale_price !== undefined && { sale_price_cents: sale_price }),
    ...(weight !== undefined && { weight_grams: weight }),
  };
}

async function checkPricesOf(
  tx: Transaction,
  prepared: readonly Prepared[],
  problems: Map<number, FieldProblem>,
): Promise<void> {
  const ids = prepared.flatMap(({ before }) => before?.id ?? []);
  const modifiers = ids.length > 0 ? await readModifiers(tx, ids) : new Map<number, readonly number[]>();
  for (const { index, columns, before } of prepared) {
    const problem = priceProblem({
      price: columns.price_cents,
      salePrice: columns.sale_price_cents,
      modifiers: modifiers.get(before?.id ?? 0) ?? [],
    });
    if (problem) {
      problems.set(index, { field: problem.field === 'variants' ? 'price' : problem.field, message: problem.message });
    }
  }
}

async function takePicturesOf(
  tx: Transaction,
  prepared: readonly Prepared[],
  at: Date,
  problems: Map<number, FieldProblem>,
): Promise<void> {
  const wanted = prepared.map(({ index, write }) => ({
    index,
    urls: (changeOf(write).images ?? []).map(({ url }) => url),
  }));
  const all = wanted.flatMap(({ urls }) => urls);
  const missing = new Set(all.length > 0 ? await claimPictures(tx, all, at) : []);
  for (const { index, urls } of wanted) {
    const gone = urls.find((url) => missing.has(url));
    if (gone !== undefined) problems.set(index, { field: 'images', message: `There is no picture ${gone} any more.` });
  }
}

async function changeStocksOf(
  tx: Transaction,
  prepared: readonly Prepared[],
  { stockLater }: SavingRun,
  problems: Map<number, FieldProblem>,
): Promise<void> {
  const changes = prepared.flatMap(({ index, write }) => {
    if (write.kind === 'create' || problems.has(index)) return [];
    const { stock } = write.change;
    if (stock === undefined || stock === null || write.stockSeen === undefined) return [];
    return { index, productId: write.id, variantId: null, change: stock - write.stockSeen };
  });
  if (stockLater) {
    stockLater.push(...changes);
    return;
  }
  for (const [{ index }, message] of await changeStocks(tx, changes)) problems.set(index, { field: 'stock', message });
}

async function writeAll(tx: Transaction, prepared: readonly Prepared[], run: SavingRun): Promise<void> {
  if (prepared.length === 0) return;
  const slugs = await slugsOf(tx, prepared, run.slugs);
  const rows = prepared.map((one, at) => ({ ...one, columns: { ...one.columns, slug: slugs[at] ?? '' } }));
  const created = await createAll(tx, rows, run);
  const changed = rows.flatMap(({ before, columns }) => (before ? { ...columns, id: before.id } : []));
  if (changed.length > 0) await updateManyProductRows(tx, changed, run.at);
  for (const { before, columns } of rows) {
    if (!before || before.slug === columns.slug) continue;
    await keepOldSlug(tx, before.id, { from: before.slug, to: columns.slug, at: run.at });
  }
  await recordAudits(
    tx,
    rows.map((row) => {
      const made = created.get(row.columns.sku);
      const columns = { ...row.columns, slug: made?.slug ?? row.columns.slug };
      return auditOf({ ...row, columns }, row.before?.id ?? made?.id ?? 0, run);
    }),
  );
}

/** How often the slugs that others have taken meanwhile are replaced by the next free ones. */
const SLUG_ROUNDS = 20;

/** @returns what the new products are called in the shop, by their SKU. */
async function createAll(
  tx: Transaction,
  rows: readonly Prepared[],
  { slugs, at }: SavingRun,
): Promise<Map<string, { readonly id: number; readonly slug: string }>> {
  const created = new Map<string, { id: number; slug: string }>();
  let missing = rows.flatMap(({ write, columns }) =>
    write.kind === 'create' ? { ...columns, stock: write.product.stock ?? 0 } : [],
  );
  for (let round = 1; missing.length > 0; round += 1) {
    if (round > SLUG_ROUNDS) throw new Error(`No free slug was found for ${missing.length} products`);
    const ids = await insertManyProducts(tx, missing, at);
    for (const { sku, slug } of missing) {
      const id = ids.get(sku);
      if (id !== undefined) created.set(sku, { id, slug });
    }
    const left = missing.filter(({ sku }) => !ids.has(sku));
    const wanted = left.map(({ name }) => ({ slug: productSlug(name) }));
    const proposed = left.length > 0 ? await slugs.propose(tx, wanted) : [];
    missing = left.map((product, index) => ({ ...product, slug: proposed[index] ?? '' }));
  }
  return created;
}

/** A new name gives a new address, and the old one leads there. */
async function slugsOf(tx: Transaction, prepared: readonly Prepared[], proposals: SlugProposals): Promise<string[]> {
  const wanted = prepared.map(({ before, columns }, at) => ({ at, before, slug: productSlug(columns.name) }));
  const isKept = ({ before, slug }: (typeof wanted)[number]) => before && productSlug(before.name) === slug;
  const open = wanted.filter((one) => !isKept(one));
  const proposed = await proposals.propose(
    tx,
    open.map(({ slug, before }) => ({ slug, ...(before && { ownId: before.id }) })),
  );
  const byPlace = new Map(open.map(({ at }, index) => [at, proposed[index] ?? '']));
  return wanted.map(({ at, before }) => byPlace.get(at) ?? before?.slug ?? '');
}

function auditOf({ write, before, columns }: Prepared, id: number, { by, at }: SavingRun): AuditedChange {
  const stockBefore = write.kind === 'update' ? (write.stockSeen ?? null) : null;
  const stock = changeOf(write).stock ?? stockBefore;
  return auditedProduct(
    by,
    {
      action: before ? 'product.update' : 'product.create',
      id,
      before: before ? productFacts(before, { stock: stockBefore }) : null,
      after: productFacts(columns, { stock }),
    },
    at,
  );
}
