import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { type PriceProblem, priceProblem } from '#domain/money/price-change.ts';
import { claimPictures } from '#server/features/pictures/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { findSkuOwners, type ProductColumns, readModifiers } from './change-products.store.ts';
import { customProblem } from './custom-column.ts';
import { formVariants, type PreparedProduct } from './product-write.ts';

/** A form field, and the SKU in it. */
export type FormSku = readonly [field: string, sku: string];

/** Why a product was not written. Callers turn it into their own messages. */
export type SaveProblem =
  | { readonly kind: 'price'; readonly problem: PriceProblem }
  /** SKUs that another product or its variant has. */
  | { readonly kind: 'sku'; readonly taken: readonly FormSku[] }
  /** The SKU of the product's own variant. */
  | { readonly kind: 'own_sku'; readonly sku: string }
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'stock'; readonly message: string }
  | { readonly kind: 'custom'; readonly key: string; readonly message: string };

/** The first problem of each write that has one, by index. Pictures are claimed on the way. */
export async function findProblems(
  tx: Transaction,
  prepared: readonly PreparedProduct[],
  { customFields, at }: { readonly customFields: readonly CustomField[]; readonly at: Date },
): Promise<Map<number, SaveProblem>> {
  const problems = new Map<number, SaveProblem>();
  const keep = (found: ReadonlyMap<number, SaveProblem>) => {
    for (const [index, problem] of found) if (!problems.has(index)) problems.set(index, problem);
  };
  keep(customProblems(prepared, customFields));
  keep(await priceProblems(tx, prepared));
  keep(await skuProblems(tx, prepared));
  keep(await pictureProblems(tx, prepared, at));
  return problems;
}

function customProblems(
  prepared: readonly PreparedProduct[],
  customFields: readonly CustomField[],
): Map<number, SaveProblem> {
  const problems = new Map<number, SaveProblem>();
  for (const { index, change, columns } of prepared) {
    const problem = change.custom && customProblem(change.custom, columns, customFields);
    if (problem) problems.set(index, { kind: 'custom', ...problem });
  }
  return problems;
}

async function priceProblems(tx: Transaction, prepared: readonly PreparedProduct[]): Promise<Map<number, SaveProblem>> {
  const ids = prepared.flatMap((one) => (one.before && !formVariants(one) ? one.before.id : []));
  const modifiers = ids.length > 0 ? await readModifiers(tx, ids) : new Map<number, readonly number[]>();
  const problems = new Map<number, SaveProblem>();
  for (const one of prepared) {
    const problem = priceProblem({
      price: one.columns.price_cents,
      salePrice: one.columns.sale_price_cents,
      modifiers:
        formVariants(one)?.map(({ price_modifier }) => price_modifier) ?? modifiers.get(one.before?.id ?? 0) ?? [],
    });
    if (problem) problems.set(one.index, { kind: 'price', problem });
  }
  return problems;
}

/** Possibly new SKUs of a write. */
function newSkus(one: PreparedProduct): FormSku[] {
  const own = one.columns.sku === one.before?.sku ? [] : [['sku', one.columns.sku] as const];
  return [...own, ...(formVariants(one) ?? []).map(({ sku }, at) => [`variants.${at}.sku`, sku] as const)];
}

/** SKUs that neither the product nor its variants had before a write. */
export function addedSkus(one: PreparedProduct): FormSku[] {
  const former = new Set((one.stockBefore?.variants ?? []).map(({ sku }) => sku)).add(one.before?.sku ?? '');
  return newSkus(one).filter(([, sku]) => !former.has(sku));
}

async function skuProblems(tx: Transaction, prepared: readonly PreparedProduct[]): Promise<Map<number, SaveProblem>> {
  const wanted = prepared.map((one) => ({ ...one, skus: newSkus(one) })).filter(({ skus }) => skus.length > 0);
  const problems = new Map<number, SaveProblem>();
  if (wanted.length === 0) return problems;
  const owners = await findSkuOwners(
    tx,
    wanted.flatMap(({ skus }) => skus.map(([, sku]) => sku)),
  );
  const given = new Set<string>();
  for (const one of wanted) {
    const { index, before, columns, skus } = one;
    const ownersOf = (sku: string) => owners.get(sku) ?? [];
    const isTaken = (sku: string) => given.has(sku) || ownersOf(sku).some((owner) => owner !== before?.id);
    const taken = skus.filter(([, sku]) => isTaken(sku));
    // Variants that the form leaves out keep their SKUs.
    const isOwn = before && columns.sku !== before.sku && !formVariants(one) && ownersOf(columns.sku).length > 0;
    if (taken.length > 0) problems.set(index, { kind: 'sku', taken });
    else if (isOwn) problems.set(index, { kind: 'own_sku', sku: columns.sku });
    else for (const [, sku] of skus) given.add(sku);
  }
  return problems;
}

/** A picture that was already used need not exist: it may be older than this shop's uploads. */
function changedPictures(one: PreparedProduct): { readonly added: string[]; readonly removed: string[] } {
  const variantsBefore = one.stockBefore?.variants ?? [];
  const variants = formVariants(one) ?? variantsBefore;
  const urlsOf = (images: ProductColumns['images'], ofVariants: readonly { readonly image?: string | null }[]) => [
    ...images.map(({ url }) => url),
    ...ofVariants.flatMap(({ image }) => image ?? []),
  ];
  const before = urlsOf(one.before?.images ?? [], variantsBefore);
  const after = urlsOf(one.columns.images, variants);
  const [known, kept] = [new Set(before), new Set(after)];
  return { added: after.filter((url) => !known.has(url)), removed: before.filter((url) => !kept.has(url)) };
}

async function pictureProblems(
  tx: Transaction,
  prepared: readonly PreparedProduct[],
  at: Date,
): Promise<Map<number, SaveProblem>> {
  const changes = prepared.map((one) => ({ index: one.index, ...changedPictures(one) }));
  // Those that are no longer shown too: a checkout that is about to commit may have read them.
  const all = changes.flatMap(({ added, removed }) => [...added, ...removed]);
  const missing = new Set(all.length > 0 ? await claimPictures(tx, all, at) : []);
  const problems = new Map<number, SaveProblem>();
  for (const { index, added } of changes) {
    const url = added.find((one) => missing.has(one));
    if (url !== undefined) problems.set(index, { kind: 'picture', url });
  }
  return problems;
}
