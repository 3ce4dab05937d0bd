import type { ProductDetail, ProductForm } from './products-data.ts';
import type { ShownProduct } from './products-fallback.ts';

export interface PictureValue {
  readonly url: string;
  readonly alt: string;
}

export interface VariantValue {
  /** Of one that is there already. */
  readonly id?: number;
  /** One for each of the option names, in their order. */
  readonly options: readonly string[];
  readonly sku: string;
  readonly price_modifier: string;
  readonly stock: string;
  /** What there was when the form was opened. */
  readonly stock_seen?: number;
  readonly image: string;
  /** `#rrggbb`; empty for one that is shown by its name. */
  readonly swatch: string;
}

/** What the form holds while it is filled in. */
export interface ProductValues {
  name: string;
  description: string;
  short_description: string;
  price: string;
  sale_price: string;
  sku: string;
  stock: string;
  category_id: string;
  is_active: boolean;
  is_featured: boolean;
  brand: string;
  weight: string;
  tags: string;
  features: string;
  specifications: string;
  meta_title: string;
  meta_description: string;
  images: PictureValue[];
  /** Such as `Colour, Size`. */
  option_names: string;
  variants: VariantValue[];
}

export type Opened = ProductDetail | ShownProduct;

/** Only the shop's own answer has the further fields; a row of the list leaves them as they are. */
export const isWhole = (product: Opened): product is ProductDetail => 'variants' in product;

export function valuesOf(product: Opened | null): ProductValues {
  const whole = product && isWhole(product) ? product : null;
  const alts = whole?.image_alts ?? [];
  const names = Object.keys(whole?.variants[0]?.options ?? {});
  return {
    name: product?.name ?? '',
    description: product?.description ?? '',
    short_description: product?.short_description ?? '',
    price: product?.price ?? '',
    sale_price: product?.sale_price ?? '',
    sku: product?.sku ?? '',
    stock: product ? String(product.stock) : '',
    category_id: product ? String(product.category_id) : '',
    is_active: product?.is_active ?? true,
    is_featured: product?.is_featured ?? false,
    brand: product?.brand ?? '',
    weight: whole?.weight ?? '',
    tags: (whole?.tags ?? []).join(', '),
    features: (whole?.features ?? []).join('\n'),
    specifications: Object.entries(whole?.specifications ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    meta_title: whole?.meta_title ?? '',
    meta_description: whole?.meta_description ?? '',
    images: (product?.images ?? []).map((url, index) => ({ url, alt: alts[index] ?? '' })),
    option_names: names.join(', '),
    variants: (whole?.variants ?? []).map((variant) => ({
      id: variant.id,
      options: names.map((name) => variant.options[name] ?? ''),
      sku: variant.sku,
      price_modifier: variant.price_modifier,
      stock: String(variant.stock),
      stock_seen: variant.stock_seen,
      image: variant.image ?? '',
      swatch: variant.swatch ?? '',
    })),
  };
}

const listed = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const optionNamesOf = (text: string): string[] => [...new Set(listed(text, /,/))].slice(0, 3);

/** A line without a colon is a name without a value; the shop says what is wrong with it. */
const specificationsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    listed(text, /\n/).map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

/** What is sent. Of a product of which only the row is known, nothing is said about the rest. */
export function formOf(
  values: ProductValues,
  product: Opened | null,
): ProductForm & { stock_seen?: number | undefined } {
  const names = optionNamesOf(values.option_names);
  const known = {
    name: values.name.trim(),
    description: values.description.trim(),
    short_description: values.short_description.trim(),
    price: values.price,
    sale_price: values.sale_price === '' ? null : values.sale_price,
    sku: values.sku.trim(),
    // With variants each has its own.
    stock: values.variants.length > 0 ? 0 : Number(values.stock),
    category_id: Number(values.category_id),
    is_active: values.is_active,
    is_featured: values.is_featured,
    brand: values.brand.trim() || null,
    stock_seen: product && product.revision > 0 && !product.has_variants ? product.stock_seen : undefined,
  };
  if (product && !isWhole(product)) return known;
  return {
    ...known,
    images: values.images,
    weight: values.weight.trim() || null,
    tags: listed(values.tags, /,/),
    features: listed(values.features, /\n/),
    specifications: specificationsOf(values.specifications),
    meta_title: values.meta_title.trim() || null,
    meta_description: values.meta_description.trim() || null,
    variants: values.variants.map((variant) => ({
      id: variant.id,
      sku: variant.sku.trim(),
      options: Object.fromEntries(names.map((name, index) => [name, variant.options[index]?.trim() ?? ''])),
      price_modifier: variant.price_modifier === '' ? 0 : variant.price_modifier,
      stock: Number(variant.stock),
      stock_seen: variant.stock_seen,
      image: variant.image || null,
      swatch: variant.swatch || null,
    })),
  };
}
