import { redirect } from 'react-router';
import { canonicalListAddress, type ListQuery, readListQuery } from '#domain/catalogue/list-address.ts';
import { refusalStatus } from '#web/api/api-error.ts';
import type { Data } from '#web/api/calls.ts';
import {
  facetCategories,
  failedResults,
  filterParameters,
  type ListCategory,
  type ListResults,
  listResults,
  withoutInvalidParameters,
} from '#web/shared/product-list/results-data.ts';

/** What `<ProductResults>` shows. */
export interface ProductList {
  readonly list: ListResults;
  /** The filters, the order and the page of the address. */
  readonly query: ListQuery;
  readonly categories: readonly ListCategory[];
}

/** The parameters of the address, for an endpoint whose query is a `productListQuery`. */
export type ProductListParameters = ReturnType<typeof parametersOf>;

const parametersOf = (query: ListQuery) => ({ ...filterParameters(query), page: query.page, facets: true });

/**
 * Reads a list of products that shoppers filter, in the loader of its page.
 * @param path of the page, such as `/collections/gifts`
 * @param read calls the endpoint; `sort` is the chosen order, undefined the list's own
 * @throws a redirect to the canonical address, or to the address without the parameters that `read` refuses, unless they may be half typed;
 * a refusal with 404. Other refusals are shown in place of the list.
 */
export async function readProductList(
  { url, path }: { readonly url: URL; readonly path: string },
  read: (parameters: ProductListParameters, sort: string | undefined) => Promise<Data<'GET /products'>>,
): Promise<ProductList> {
  const canonical = canonicalListAddress(url.searchParams, null, path);
  if (canonical !== null) throw redirect(canonical);
  const query = readListQuery(url.searchParams, null, path);
  try {
    const list = listResults(await read(parametersOf(query), query.filters.sortBy), query);
    return { list, query, categories: facetCategories(list.facets) };
  } catch (error) {
    if (refusalStatus(error) === 404) throw error;
    const usable = withoutInvalidParameters(url, error);
    if (usable !== null) throw redirect(usable);
    return { list: failedResults(error, query), query, categories: [] };
  }
}
