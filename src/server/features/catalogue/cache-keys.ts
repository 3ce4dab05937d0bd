/** Changes with anything that is shown of the product. */
export const productKey = (id: number): string => `product:${id}`;

/** Lists, searches and counts: which products they have, and in which order. */
export const LISTS = 'lists';

/** What the selection of products in a list depends on. Its cards add the keys of their products (`card-reader.ts`). */
export const LISTED = [LISTS, 'category', 'category_order', 'custom_field', 'search_rule', 'search_synonym'];

/** Related products. Dropped when it is unknown which categories have changed. */
export const RELATED = 'related';

/** The category has gained or lost products, or one of them has changed, such as its price or name. */
export const categoryKey = (id: number): string => `category:${id}`;
