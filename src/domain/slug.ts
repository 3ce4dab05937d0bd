/**
 * A name as part of an address (back-office §5): lowercase, characters other than letters, digits, spaces and hyphens
 * dropped, spaces turned into hyphens, repeated hyphens collapsed. Beyond that rule accents are taken off their letters
 * first (an address holds plain letters only), and no hyphen is left at either end.
 * @returns an empty text for a name without a Latin letter or digit.
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

/** What stands below `/products/` in the API beside the products themselves. */
export const RESERVED_PRODUCT_SLUGS: readonly string[] = ['featured', 'search', 'suggestions'];

/** The slug of a product: it has a letter, so that `/products/42` can only be an id, and is no other address of the API. */
export function productSlug(name: string): string {
  const slug = slugOf(name);
  if (/[a-z]/.test(slug) && !RESERVED_PRODUCT_SLUGS.includes(slug)) return slug;
  return slug ? `product-${slug}` : 'product';
}

/**
 * The slug itself if nobody has it, otherwise with the first free number behind it: `blue-mug`, `blue-mug-2`, `blue-mug-3`.
 * A proposal only: the database's unique index decides.
 */
export function uniqueSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
