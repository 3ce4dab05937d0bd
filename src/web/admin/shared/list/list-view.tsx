import { type ReactNode, useEffect } from 'react';
import type { Nouns } from '#domain/counted.ts';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { counted } from '#web/shared/counted.ts';
import { Pagination } from '#web/shared/pagination.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { ListAddress } from './use-list-address.ts';

const FIRST_ROWS = 8;

/** Result of `useQuery` for a paged list. Give the query `placeholderData: keepPreviousData`. */
interface ListQuery<Row> {
  readonly data:
    | {
        readonly data: readonly Row[];
        readonly total: number;
        readonly current_page: number;
        readonly last_page: number;
      }
    | undefined;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

export interface ListViewProps<Row> {
  query: ListQuery<Row>;
  list: Pick<ListAddress, 'page' | 'isNarrowed' | 'clear' | 'addressOf' | 'turnTo'>;
  /** `['order', 'orders']` */
  nouns: Nouns;
  /** Heading when the list fails to load; the reason is shown below it. Default: 'The orders could not be loaded'. */
  failure?: string | undefined;
  empty: {
    /** The specification's text for an empty list. */
    readonly title: string;
    /** Text for an empty list without filters. */
    readonly hint: string;
    /** The first action, such as a button that adds something. */
    readonly action?: ReactNode;
  };
  /** Replaces the plain count above the rows. */
  count?: (total: number, shown: number) => string;
  /** Replaces the pagination. */
  pager?: (current: number, last: number) => ReactNode;
  /** The rows, in a `DataTable`. */
  children: (rows: readonly Row[], isStale: boolean) => ReactNode;
}

/** A paged list in each state: loading, failed, empty, or its rows with count and pagination. */
export function ListView<Row>({
  query,
  list,
  nouns,
  failure = `The ${nouns[1]} could not be loaded`,
  empty,
  count,
  pager,
  children,
}: ListViewProps<Row>) {
  const { data, error, isPlaceholderData, refetch } = query;
  // The last row of the last page may just have been deleted.
  const turnBackTo = data && !isPlaceholderData && list.page > data.last_page ? data.last_page : null;
  useEffect(() => {
    if (turnBackTo !== null) list.turnTo(turnBackTo);
  });
  if (error && (!data || isPlaceholderData)) {
    // Retrying cannot help: the request itself is invalid.
    const isRefused = error instanceof ApiError && error.status === 422;
    return (
      <FailedList
        title={failure}
        error={error}
        onRetry={isRefused ? list.clear : () => void refetch()}
        {...(isRefused && { way: CLEAR })}
      />
    );
  }
  if (!data || turnBackTo !== null) return <SkeletonRows rows={FIRST_ROWS} label={`Loading ${nouns[1]}`} />;
  if (data.data.length === 0) return <EmptyList {...empty} list={list} />;
  return (
    <>
      <p className="mb-2 text-muted text-small" role="status">
        {count ? count(data.total, data.data.length) : counted(data.total, nouns)}
      </p>
      {children(data.data, isPlaceholderData)}
      {pager ? (
        pager(data.current_page, data.last_page)
      ) : (
        <Pagination current={data.current_page} last={data.last_page} addressOf={list.addressOf} />
      )}
    </>
  );
}

const CLEAR = 'Clear search and filters';

interface FailedListProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** Label of the button. */
  way?: string;
}

/** What failed to load, why, and a Retry button. */
export function FailedList({ title, error, onRetry, way = 'Retry' }: FailedListProps) {
  return (
    <div className="panel" role="alert">
      <EmptyState
        icon="triangle-exclamation-point"
        title={title}
        action={
          <Button look="secondary" onClick={onRetry}>
            {way}
          </Button>
        }
      >
        {messageOf(error)}
      </EmptyState>
    </div>
  );
}

function EmptyList({
  title,
  hint,
  action,
  list,
}: ListViewProps<never>['empty'] & { list: Pick<ListAddress, 'isNarrowed' | 'clear'> }) {
  return (
    <div className="panel">
      <EmptyState
        icon="search-x"
        title={title}
        action={
          list.isNarrowed ? (
            <Button look="secondary" onClick={list.clear}>
              {CLEAR}
            </Button>
          ) : (
            action
          )
        }
      >
        {list.isNarrowed ? 'Try another search text or filter.' : hint}
      </EmptyState>
    </div>
  );
}
