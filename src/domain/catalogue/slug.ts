/**
 * A name as part of a URL (back-office §5): lowercase, characters other than letters, digits, spaces and hyphens
 * dropped, spaces turned into hyphens, repeated hyphens collapsed. In addition, accents are removed (URLs contain plain
 * letters only), as are leading and trailing hyphens.
 * @returns an empty string for a name without a Latin letter or digit.
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A usable slug: lowercase letters and digits, with single hyphens between them. `slugOf` can also return an empty text. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** API paths below `/products/` other than products. */
export const RESERVED_PRODUCT_SLUGS: readonly string[] = ['featured', 'recommendations', 'search', 'suggestions'];

/**
 * The slug of a product: contains a letter, so that `/products/42` can only be an id, and differs from other API paths.
 */
export function productSlug(name: string): string {
  const slug = slugOf(name);
  if (/[a-z]/.test(slug) && !RESERVED_PRODUCT_SLUGS.includes(slug)) return slug;
  return slug ? `product-${slug}` : 'product';
}

/**
 * The slug itself if free, otherwise with the first free number: `blue-mug`, `blue-mug-2`, `blue-mug-3`. Only a
 * proposal: the database's unique index decides.
 */
export function uniqueSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
