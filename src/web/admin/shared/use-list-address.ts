import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** For each filter its values, the usual one first, or `text` for a filter that takes anything (a date, an id). */
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
  /** Null while rows stand in their usual order. */
  readonly sort: Sort | null;
}

interface Changes<C extends FilterChoices> {
  readonly search?: string;
  /** Those to change; a value that is none of its choices counts as the usual one. */
  readonly filters?: { readonly [N in keyof C]?: string };
  readonly sort?: Sort | null;
}

export interface ListAddress<C extends FilterChoices = FilterChoices> extends ListState<C> {
  /** Whether the list shows less than it could, or a later page. */
  readonly isNarrowed: boolean;
  /** Searches, filters or sorts, from page 1 on, in place of the current entry of the history. */
  readonly show: (changes: Changes<C>) => void;
  /** Everything again, in the usual order. */
  readonly clear: () => void;
  readonly addressOf: (page: number) => string;
  /** Back to a page that exists, for a list that became shorter than the address says. */
  readonly turnTo: (page: number) => void;
}

/**
 * What a list of the back office shows is in its address (`?search=&status=&sortBy=&sortOrder=&page=`), so that Back, a
 * reload and a link sent to a colleague bring it back. Whatever is as usual is left out; names that belong to something
 * else, such as an opened dialog, are kept by `show` and left out of links.
 *
 *     const list = useListAddress({ filters: { status: ['all', ...ORDER_STATUSES], from: 'text' }, sorts: ['name'] });
 *     const orders = useOrders({ page: list.page, search: list.search, ...list.filters });
 */
export function useListAddress<const C extends FilterChoices>({
  filters: choices,
  sorts = [],
}: {
  filters: C;
  /** The columns that can be sorted by. */
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

/** The last page that the shop can be asked for; a list turns back from it to its own. */
const MAX_PAGE = 1_000_000;
const OWN_NAMES = ['search', 'page', 'sortBy', 'sortOrder'];

function readState<C extends FilterChoices>(
  query: URLSearchParams,
  choices: C,
  sorts: readonly string[],
): ListState<C> {
  const filters = Object.entries(choices).map(([name, choice]) => [name, allowed(query.get(name) ?? '', choice)]);
  const by = query.get('sortBy') ?? '';
  return {
    page: Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(query.get('page'))) || 1)),
    search: query.get('search')?.trim() ?? '',
    filters: Object.fromEntries(filters),
    sort: sorts.includes(by) ? { by, order: query.get('sortOrder') === 'desc' ? 'desc' : 'asc' } : null,
  };
}

const allowed = (value: string, choice: FilterChoices[string]): string =>
  choice === 'text' ? value.trim() : choice.includes(value) ? value : choice[0];

/** Name and value of whatever is not as usual. */
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
