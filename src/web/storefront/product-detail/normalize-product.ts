import { parseDecimal } from '#domain/money/money.ts';
import type { Product } from '#web/shared/variants/product.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Normalises a product with alternative field names for price, stock, sku, category, image and rating (storefront §3),
 * in `data.product` or `data` (§7).
 * @returns null for anything that is not a product.
 */
export function normalizeProduct(data: unknown): Product | null {
  const fields = asFields(asFields(data)?.product) ?? asFields(data);
  const id = Number(fields?.id);
  if (!fields || !Number.isInteger(id) || typeof fields.name !== 'string') return null;
  const read = (...names: readonly string[]) =>
    names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
  const images = imagesOf(read('images', 'image', 'image_url', 'thumbnail'));
  const sale = read('sale_price', 'salePrice', 'discount_price');
  return {
    ...EMPTY,
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Product>),
    id,
    name: fields.name,
    slug: text(read('slug')) || String(id),
    price: amountOf(read('price', 'regular_price', 'unit_price')),
    sale_price: sale === undefined ? null : amountOf(sale),
    stock: Math.max(0, Math.trunc(Number(read('stock', 'stock_quantity', 'quantity')) || 0)),
    sku: text(read('sku', 'SKU', 'product_code', 'code')),
    category: categoryOf(read('category', 'category_name'), read('category_id')),
    images,
    average_rating: String(Number(read('average_rating', 'rating', 'avg_rating')) || 0),
    review_count: Number(read('review_count', 'reviews_count', 'rating_count')) || 0,
  };
}

const EMPTY = {
  description: '',
  short_description: '',
  brand: null,
  is_active: true,
  is_featured: false,
  has_variants: false,
  choices: [],
  created_at: '',
  updated_at: '',
  image_alts: [],
  weight: null,
  specifications: {},
  custom: [],
  features: [],
  tags: [],
  variants: [],
  meta_title: null,
  meta_description: null,
  barcode: null,
} satisfies Partial<Product>;

const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Two decimals, from a number or string. */
function amountOf(value: unknown): string {
  return parseDecimal(text(value)) === undefined ? '0.00' : Number(value).toFixed(2);
}

function imagesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((image) => text(asFields(image)?.url ?? image)).filter((address) => address !== '');
}

function categoryOf(value: unknown, id: unknown): Product['category'] {
  const category = asFields(value) ?? { name: value };
  const own = stepOf({ ...category, id: category.id ?? id });
  const path = Array.isArray(category.path) ? category.path.map((step) => stepOf(asFields(step) ?? {})) : [];
  // An answer without a path still has a way back to its category.
  return { ...own, slug: text(category.slug), path: path.length > 0 ? path : [own] };
}

const stepOf = ({ id, name }: Fields) => ({ id: Number(id) || 0, name: text(name) || 'Products' });
