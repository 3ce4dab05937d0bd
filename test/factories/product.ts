import type { Insertable, Selectable } from 'kysely';
import { type Database, type Handle, inTransaction } from '#server/platform/database/database.ts';
import type { Category, Product, ProductVariant } from '#server/platform/database/schema.ts';

let made = 0;

/** A number unique within this test file. */
function next(): number {
  made += 1;
  return made;
}

function slugOf(name: string, number: number): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${words || 'thing'}-x${number}`;
}

/** An active category; all fields can be overridden. */
export async function createCategory(
  db: Handle,
  given: Partial<Insertable<Category>> = {},
): Promise<Selectable<Category>> {
  const number = next();
  const name = given.name ?? `Category ${number}`;
  return db
    .insertInto('category')
    .values({ slug: slugOf(name, number), ...given, name })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface VariantSpec {
  readonly name?: string;
  readonly sku?: string;
  readonly options?: Record<string, string>;
  readonly price_modifier_cents?: number;
  readonly image?: string;
  readonly swatch?: string;
  /** Available units; default 10. */
  readonly stock?: number;
  readonly held?: number;
}

export interface ProductSpec extends Omit<Partial<Insertable<Product>>, 'images' | 'specifications'> {
  readonly images?: readonly { url: string; alt: string }[];
  readonly specifications?: Readonly<Record<string, string>>;
  /** Available units; default 10. With variants, each has its own. */
  readonly stock?: number;
  /** Units held by open checkouts, in addition to the available ones. */
  readonly held?: number;
  readonly variants?: readonly VariantSpec[];
}

export type CreatedVariant = Selectable<ProductVariant> & { readonly stock_id: number };

export type CreatedProduct = Selectable<Product> & {
  /** The stock row of a product without variants, or of the first variant. */
  readonly stock_id: number;
  readonly variants: readonly CreatedVariant[];
};

async function createStock(
  db: Handle,
  productId: number,
  variantId: number | null,
  { stock = 10, held = 0 }: { readonly stock?: number; readonly held?: number },
): Promise<number> {
  const row = await db
    .insertInto('stock')
    .values({ product_id: productId, variant_id: variantId, received: stock + held, held })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function createVariant(
  db: Handle,
  product: { readonly id: number; readonly sku: string },
  position: number,
  spec: VariantSpec,
): Promise<CreatedVariant> {
  const name = spec.name ?? `Variant ${position}`;
  const variant = await db
    .insertInto('product_variant')
    .values({
      product_id: product.id,
      name,
      sku: spec.sku ?? `${product.sku}-${position}`,
      options: JSON.stringify(spec.options ?? { Variant: name }),
      ordered_options: JSON.stringify(spec.options ?? { Variant: name }),
      price_modifier_cents: spec.price_modifier_cents ?? 0,
      image: spec.image ?? null,
      swatch: spec.swatch ?? null,
      position,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...variant, stock_id: await createStock(db, product.id, variant.id, spec) };
}

/**
 * An active product for $20.00 with ten units in stock, in a new category by default; with `variants`, each has its own
 * stock. In one transaction, as in the shop: lists never show it before its stock.
 */
export function createProduct(db: Database, spec: ProductSpec = {}): Promise<CreatedProduct> {
  return inTransaction(db, (tx) => insertProduct(tx, spec));
}

async function insertProduct(db: Handle, spec: ProductSpec): Promise<CreatedProduct> {
  const { images = [], specifications = {}, stock, held, variants: variantSpecs = [], ...columns } = spec;
  const number = next();
  const name = columns.name ?? `Product ${number}`;
  const product = await db
    .insertInto('product')
    .values({
      slug: slugOf(name, number),
      sku: `SKU-${number}`,
      price_cents: 2000,
      ...columns,
      name,
      category_id: columns.category_id ?? (await createCategory(db)).id,
      images: JSON.stringify(images),
      specifications: JSON.stringify(specifications),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const variants: CreatedVariant[] = [];
  for (const [index, variant] of variantSpecs.entries()) {
    variants.push(await createVariant(db, product, index + 1, variant));
  }
  const own = { ...(stock === undefined ? {} : { stock }), ...(held === undefined ? {} : { held }) };
  const stockId = variants[0]?.stock_id ?? (await createStock(db, product.id, null, own));
  return { ...product, stock_id: stockId, variants };
}
