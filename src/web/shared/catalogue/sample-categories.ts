/** Used when the server cannot be reached (storefront §7). */
export const SAMPLE_CATEGORIES = [
  { id: 1, name: 'Electronics' },
  { id: 2, name: 'Clothing' },
  { id: 3, name: 'Books' },
].map((category) => ({ ...category, image: null, product_count: 0 }));
