import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { idParam } from '../fields.ts';
import { product, productCard } from './product.ts';
import {
  filters,
  listQuery,
  optionalCategory,
  optionalSearch,
  productIds,
  searchText,
  wantedText,
} from './product-list-query.ts';
import { productPage, suggestions } from './product-page.ts';

/** At most 8 featured products on the home page and 4 related ones on a product page (storefront §9). */
export const MAX_FEATURED = 8;
export const MAX_RELATED = 4;
export const MAX_RECOMMENDED = 4;
export const MAX_SUGGESTED_PRODUCTS = 6;
export const MAX_SUGGESTED_CATEGORIES = 3;

/** `{id}` is a product's id if it is a number, otherwise its slug. */
const productParams = z.object({ id: z.string() });

export const productEndpoints = defineEndpoints({
  'GET /products': {
    access: 'public',
    shared: true,
    summary:
      'The active products, filtered, searched, sorted and paged. Custom fields filter by `custom.<key>`, `.min` and `.max`, with values as in `facets.custom`; options of variants by `option.<key>=<value>,<value>`, with values as in `facets.options`. One variant has to match all options, and be in stock with `inStock`. With `ids`, which are separated by commas, only these products, in this order unless sorted',
    query: listQuery({ ...optionalSearch, ...optionalCategory, ...filters, ids: productIds }),
    data: productPage,
    refusals: ['server.starting'],
  },
  'GET /products/featured': {
    access: 'public',
    shared: true,
    summary: 'The newest featured products, for the home page',
    data: z.array(productCard),
  },
  'GET /products/search': {
    access: 'public',
    shared: true,
    summary: 'The products for a search text `q`',
    query: listQuery({ ...wantedText, ...optionalCategory, ...filters }),
    data: productPage,
    refusals: ['server.starting'],
  },
  'GET /products/suggestions': {
    access: 'public',
    shared: true,
    summary: 'Suggestions for the incomplete search text `q`',
    query: z.object(wantedText),
    data: suggestions,
    refusals: ['server.starting'],
  },
  'GET /products/recommendations': {
    access: 'public',
    shared: true,
    summary:
      'What can be bought together with the products `for`, which are ids separated by commas; without them, bestsellers',
    query: z.object({ for: productIds }),
    data: z.array(productCard),
    refusals: ['server.starting'],
  },
  'POST /search/clicks': {
    access: 'public',
    summary: 'Counts that a product was opened from the results of a search, without anything about who did it',
    body: z.object({ search: searchText }),
    data: noData,
  },
  'GET /products/{id}': {
    access: 'public',
    shared: true,
    summary: 'One active product, by its id or its slug',
    params: productParams,
    data: z.object({ product }),
    refusals: ['product.not_found'],
  },
  'GET /products/{id}/related': {
    access: 'public',
    shared: true,
    summary: 'Products that are similar or bought together with it; those in stock come first',
    params: productParams,
    data: z.array(productCard),
    refusals: ['server.starting', 'product.not_found'],
  },
  'GET /categories/{id}/products': {
    access: 'public',
    shared: true,
    summary: 'The list of products of one category',
    params: z.object({ id: idParam }),
    query: listQuery({ ...optionalSearch, ...filters }),
    data: productPage,
    refusals: ['server.starting', 'category.not_found'],
  },
});
