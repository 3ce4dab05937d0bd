/** Storefront §9: default page size 12, maximum 100. */
export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 100;
/** The last page that the API accepts. */
export const MAX_PAGE = 1_000_000;

/** Storefront §2: buttons for the pages within 2 of the current one. */
const WINDOW = 2;

/** The number of the last page; an empty list has one page. */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/** The page number in the URL of a list, as the API accepts it; 1 if it is missing or unusable. */
export const readPage = (search: URLSearchParams): number =>
  Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(search.get('page'))) || 1));

/** A page of a list as the API sends it. */
export function pageOf<Row>(
  { page, per_page }: { readonly page: number; readonly per_page: number },
  total: number,
  data: Row[],
) {
  return { current_page: page, last_page: lastPage(total, per_page), per_page, total, data };
}

/** The rows of a page, for `LIMIT` and `OFFSET`. */
export const rangeOf = ({ page, per_page }: { readonly page: number; readonly per_page: number }) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
});

/** A page of rows that are all in memory. */
export function pageOfAll<Row>(page: { readonly page: number; readonly per_page: number }, all: readonly Row[]) {
  const { limit, offset } = rangeOf(page);
  return pageOf(page, all.length, all.slice(offset, offset + limit));
}

/**
 * The pagination of a list (storefront §2): first, last and the pages within 2 of the current one, with an ellipsis at
 * distance 3. A current page beyond the last counts as the last.
 */
export function pageWindow(current: number, last: number): readonly (number | 'ellipsis')[] {
  const here = Math.min(Math.max(1, current), last);
  const buttons: (number | 'ellipsis')[] = [1];
  for (let page = Math.max(2, here - WINDOW - 1); page <= Math.min(last - 1, here + WINDOW + 1); page += 1) {
    buttons.push(Math.abs(page - here) <= WINDOW ? page : 'ellipsis');
  }
  if (last > 1) buttons.push(last);
  return buttons;
}
