/** A change of anything that shows the product. */
export const productKey = (id: number): string => `product:${id}`;

/** Lists, searches and counts: which products they have, and in which order. */
export const LISTS = 'lists';

/** Which products a list has depends on all of these. Its cards name their products (`card-reader.ts`). */
export const LISTED = [LISTS, 'category', 'category_order', 'custom_field', 'search_rule', 'search_synonym'];

/** Related products. Dropped where it is unknown which categories have changed. */
export const RELATED = 'related';

/** Products of this category are now others, or have another price or name. */
export const categoryKey = (id: number): string => `category:${id}`;
