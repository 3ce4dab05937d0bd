import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { readPage } from '#domain/paging.ts';

/** The values of each filter, default first, or `text` for a filter with free input (a date, an id). */
type FilterChoices = Readonly<Record<string, readonly [string, ...string[]] | 'text'>>;

type FilterValues<C extends FilterChoices> = {
  readonly [N in keyof C]: C[N] extends readonly (infer V)[] ? V : string;
};

export interface Sort {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

interface ListState<C extends FilterChoices> {
  readonly page: number;
  readonly search: string;
  readonly filters: FilterValues<C>;
  /** Null in the default order. */
  readonly sort: Sort | null;
}

interface Changes<C extends FilterChoices> {
  readonly search?: string;
  /** Filters to change; an unknown value counts as the default. */
  readonly filters?: { readonly [N in keyof C]?: string };
  readonly sort?: Sort | null;
}

export interface ListAddress<C extends FilterChoices = FilterChoices> extends ListState<C> {
  /** Whether the list is filtered or on a later page. */
  readonly isNarrowed: boolean;
  /** Searches, filters or sorts from page 1, replacing the history entry. */
  readonly show: (changes: Changes<C>) => void;
  /** Clears all filters and the sort order. */
  readonly clear: () => void;
  readonly addressOf: (page: number) => string;
  /** Goes to the last existing page, if the list became shorter. */
  readonly turnTo: (page: number) => void;
}

/**
 * The state of a back office list in its URL (`?search=&status=&sortBy=&sortOrder=&page=`), so that Back, a reload and
 * a shared link restore it. Defaults are omitted; other parameters, such as an open dialog, are kept by `show` and
 * omitted from links.
 *
 *     const list = useListAddress({ filters: { status: ['all', ...ORDER_STATUSES], from: 'text' }, sorts: ['name'] });
 *     const orders = useOrders({ page: list.page, search: list.search, ...list.filters });
 */
export function useListAddress<const C extends FilterChoices>({
  filters: choices,
  sorts = [],
}: {
  filters: C;
  /** Sortable columns. */
  sorts?: readonly string[];
}): ListAddress<C> {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  const state = readState(query, choices, sorts);
  const go = (next: ListState<C>) => {
    const kept = [...query].filter(([name]) => !OWN_NAMES.includes(name) && !(name in choices));
    void navigate(addressWith(pathname, [...kept, ...entriesOf(next, choices)]), {
      replace: true,
      preventScrollReset: true,
    });
  };

  return {
    ...state,
    isNarrowed: entriesOf({ ...state, sort: null }, choices).length > 0,
    show: ({ filters, ...changes }) =>
      go({ ...state, ...changes, filters: { ...state.filters, ...filters } as FilterValues<C>, page: 1 }),
    clear: () => void navigate(pathname, { preventScrollReset: true }),
    addressOf: (page) => addressWith(pathname, entriesOf({ ...state, page }, choices)),
    turnTo: (page) => go({ ...state, page }),
  };
}

const OWN_NAMES = ['search', 'page', 'sortBy', 'sortOrder'];

function readState<C extends FilterChoices>(
  query: URLSearchParams,
  choices: C,
  sorts: readonly string[],
): ListState<C> {
  const filters = Object.entries(choices).map(([name, choice]) => [name, allowed(query.get(name) ?? '', choice)]);
  const by = query.get('sortBy') ?? '';
  return {
    page: readPage(query),
    search: query.get('search')?.trim() ?? '',
    filters: Object.fromEntries(filters),
    sort: sorts.includes(by) ? { by, order: query.get('sortOrder') === 'desc' ? 'desc' : 'asc' } : null,
  };
}

const allowed = (value: string, choice: FilterChoices[string]): string =>
  choice === 'text' ? value.trim() : choice.includes(value) ? value : choice[0];

/** Name and value of every non-default parameter. */
function entriesOf<C extends FilterChoices>(
  { page, search, filters, sort }: ListState<C>,
  choices: C,
): [string, string][] {
  const entries: [string, string][] = [];
  if (search) entries.push(['search', search]);
  for (const [name, choice] of Object.entries(choices)) {
    const value = allowed(String(filters[name] ?? ''), choice);
    if (value !== (choice === 'text' ? '' : choice[0])) entries.push([name, value]);
  }
  if (sort) entries.push(['sortBy', sort.by]);
  if (sort?.order === 'desc') entries.push(['sortOrder', 'desc']);
  if (page > 1) entries.push(['page', String(page)]);
  return entries;
}

const addressWith = (pathname: string, entries: [string, string][]): string =>
  entries.length > 0 ? `${pathname}?${new URLSearchParams(entries)}` : pathname;
