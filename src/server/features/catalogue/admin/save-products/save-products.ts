import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { columnsOfValues, NEW_PRODUCT } from '#domain/catalogue/product-values.ts';
import { productSlug } from '#domain/catalogue/slug.ts';
import type { ShopEvent } from '#domain/orders/shop-events.ts';
import { recordEvents } from '#server/features/events/index.ts';
import { type AuditedChange, recordAudits } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { keepOldSlug } from '../../slugs.store.ts';
import { changeStocks, type StockChange } from '../stock-and-variants/change-stocks.ts';
import { readProductStock, stockFacts } from '../stock-and-variants/product-stock.ts';
import { syncStock } from '../stock-and-variants/sync-stock.ts';
import { insertProducts, type ProductColumns, updateProducts } from './change-products.store.ts';
import { customColumn } from './custom-column.ts';
import { auditedProduct, productFacts } from './product-audit.ts';
import { productSaved } from './product-events.ts';
import { addedSkus, type FormSku, findProblems, type SaveProblem } from './product-problems.ts';
import { formVariants, type PreparedProduct, type ProductWrite } from './product-write.ts';
import type { SlugProposer } from './slug-proposals.ts';

export interface SavedProducts {
  readonly ids: ReadonlyMap<number, number>;
  readonly problems: ReadonlyMap<number, SaveProblem>;
  /** Of the written products. Check them with `findSharedSkus` at the end of the transaction. */
  readonly addedSkus: readonly FormSku[];
}

export interface SavingRun {
  readonly by: Pick<AuditedChange, 'actor' | 'request'>;
  readonly at: Date;
  readonly slugs: SlugProposer;
  /** All that are defined. */
  readonly customFields: readonly CustomField[];
  /**
   * Collects stock changes for `changeStocks` at the end of a long transaction, so that payments do not wait for all of
   * it.
   */
  readonly stockLater?: StockChange[] | undefined;
}

/**
 * Writes products: one from the form, a bulk change, or several hundred rows of an import. Every write of a product
 * goes through here.
 * @returns the written ids, and the problems of the others, by index.
 * @throws Refusal `product.stock_gone`, `product.held`, `product.invalid` for stock and variants of the form.
 */
export async function saveProducts(
  tx: Transaction,
  writes: readonly ProductWrite[],
  run: SavingRun,
): Promise<SavedProducts> {
  const prepared: PreparedProduct[] = [];
  for (const [index, write] of writes.entries()) {
    const { before, stock } = write;
    const stockBefore = before && stock?.kind === 'form' ? await readProductStock(tx, before.id) : undefined;
    prepared.push({ ...write, index, columns: columnsOf(write, run.customFields), stockBefore });
  }
  const problems = await findProblems(tx, prepared, run);
  const isFine = ({ index }: PreparedProduct) => !problems.has(index);
  const refused = await changeCountedStocks(tx, prepared.filter(isFine), run);
  for (const [index, problem] of refused) problems.set(index, problem);
  const written = prepared.filter(isFine);
  const ids = await writeAll(tx, written, run);
  return { ids, problems, addedSkus: written.flatMap(addedSkus) };
}

function columnsOf(
  { before, change: { category_id, ...values } }: ProductWrite,
  customFields: readonly CustomField[],
): ProductColumns {
  const { slug, category_id: category } = before ?? { slug: '', category_id: 0 };
  return {
    ...columnsOfValues(NEW_PRODUCT),
    ...before,
    ...columnsOfValues(values),
    slug,
    category_id: category_id ?? category,
    custom: customColumn(before?.custom ?? {}, values.custom ?? {}, customFields),
  };
}

const variantsOf = (one: PreparedProduct) => ({ before: one.stockBefore?.variants ?? [], wanted: formVariants(one) });

async function changeCountedStocks(
  tx: Transaction,
  prepared: readonly PreparedProduct[],
  { stockLater }: SavingRun,
): Promise<Map<number, SaveProblem>> {
  const changes = prepared.flatMap(({ index, before, stock }) =>
    before && stock?.kind === 'counted'
      ? { index, productId: before.id, variantId: null, change: stock.units - stock.seen }
      : [],
  );
  if (stockLater) {
    stockLater.push(...changes);
    return new Map();
  }
  const refused = await changeStocks(tx, changes);
  return new Map([...refused].map(([{ index }, message]) => [index, { kind: 'stock', message }]));
}

async function writeAll(
  tx: Transaction,
  prepared: readonly PreparedProduct[],
  run: SavingRun,
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  if (prepared.length === 0) return ids;
  const slugs = await slugsOf(tx, prepared, run.slugs);
  const rows = prepared.map((one, at) => ({ ...one, columns: { ...one.columns, slug: slugs[at] ?? '' } }));
  const created = await createAll(tx, rows, run);
  const changed = rows.flatMap(({ before, columns }) => (before ? { ...columns, id: before.id } : []));
  if (changed.length > 0) await updateProducts(tx, changed, run.at);
  const audits: AuditedChange[] = [];
  const events: ShopEvent[] = [];
  for (const row of rows) {
    const { before } = row;
    const made = created.get(row.columns.sku);
    const id = before?.id ?? made?.id ?? 0;
    const columns = { ...row.columns, slug: made?.slug ?? row.columns.slug };
    if (before && before.slug !== columns.slug) {
      await keepOldSlug(tx, id, { from: before.slug, to: columns.slug, at: run.at });
    }
    if (row.stock?.kind === 'form') await syncStock(tx, id, row.stock.wanted);
    audits.push(await auditOf(tx, { ...row, columns }, id, run));
    events.push(...productSaved(before, { ...columns, id }, variantsOf(row)));
    ids.set(row.index, id);
  }
  await recordAudits(tx, audits);
  await recordEvents(tx, events, run.at);
  return ids;
}

/** How often slugs taken meanwhile are replaced by the next free ones. */
const SLUG_ROUNDS = 20;

/** @returns the new products by SKU. */
async function createAll(
  tx: Transaction,
  rows: readonly PreparedProduct[],
  { slugs, at }: SavingRun,
): Promise<Map<string, { readonly id: number; readonly slug: string }>> {
  const created = new Map<string, { id: number; slug: string }>();
  let missing = rows.flatMap(({ before, columns, stock }) => {
    // The form's own stock is created with its variants.
    const units = stock?.kind === 'form' ? null : (stock?.units ?? 0);
    return before ? [] : { ...columns, units };
  });
  for (let round = 1; missing.length > 0; round += 1) {
    if (round > SLUG_ROUNDS) throw new Error(`No free slug was found for ${missing.length} products`);
    const ids = await insertProducts(tx, missing, at);
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

/** A new name changes the slug, and the old one redirects. */
async function slugsOf(
  tx: Transaction,
  prepared: readonly PreparedProduct[],
  proposals: SlugProposer,
): Promise<string[]> {
  const wanted = prepared.map(({ before, columns }, at) => ({ at, before, slug: productSlug(columns.name) }));
  const isKept = ({ before, slug }: (typeof wanted)[number]) => before && productSlug(before.name) === slug;
  const open = wanted.filter((one) => !isKept(one));
  const proposed =
    open.length > 0
      ? await proposals.propose(
          tx,
          open.map(({ slug, before }) => ({ slug, ...(before && { ownId: before.id }) })),
        )
      : [];
  const byPlace = new Map(open.map(({ at }, index) => [at, proposed[index] ?? '']));
  return wanted.map(({ at, before }) => byPlace.get(at) ?? before?.slug ?? '');
}

async function auditOf(
  tx: Transaction,
  { before, columns, stock, stockBefore }: PreparedProduct,
  id: number,
  { by, at }: SavingRun,
): Promise<AuditedChange> {
  const audited = await stockFacts(tx, id, stock, stockBefore);
  return auditedProduct(
    by,
    {
      action: before ? 'product.update' : 'product.create',
      id,
      before: before ? productFacts(before, audited.before) : null,
      after: productFacts(columns, audited.after),
    },
    at,
  );
}
