import { ApiError, isUnavailable } from '#web/api/api-error.ts';
import { onDevice } from '#web/api/browser-storage.ts';
import { createStore } from '#web/ui/external-store.ts';

/**
 * The id of the sample at index `place`: one that the server never uses, so that samples cannot be confused with real
 * records.
 */
export const sampleId = (place: number): number => -1 - place;

/** Whether a record does not exist on the server: a sample, or created in this browser. */
export const isUnknownToShop = ({ id }: { readonly id: number }): boolean => id < 0;

/** A record created, changed or deleted in this browser while the server was unavailable. */
export interface LocalChange<R> {
  readonly change: 'created' | 'updated' | 'deleted';
  readonly record: R;
}

/**
 * Changes that could not be sent, kept in local storage (back-office §7). Unreadable data counts as none.
 * @param key of local storage
 */
export function createLocalChanges<R extends { readonly id: number }>(key: string) {
  const store = createStore<{ changes: readonly LocalChange<R>[] }>({ changes: [] });
  let isRead = false;

  const read = (): readonly LocalChange<R>[] => {
    if (!isRead) {
      isRead = true;
      store.write({ changes: kept() });
    }
    return store.read().changes;
  };
  const write = (changes: readonly LocalChange<R>[]) => {
    if (changes.length > 0) onDevice.writeJson(key, changes);
    else onDevice.remove(key);
    store.write({ changes });
  };
  const without = (id: number) => read().filter(({ record }) => record.id !== id);

  return {
    read,
    use: (): readonly LocalChange<R>[] => {
      read();
      return store.use().changes;
    },
    /** Records created here get ids that the server never uses. */
    newId: () => -Date.now(),
    keep(change: LocalChange<R>['change'], record: R) {
      const isOwn = read().some((other) => other.record.id === record.id && other.change === 'created');
      const rest = without(record.id);
      if (change === 'deleted' && isOwn) write(rest);
      else write([...rest, { change: isOwn ? 'created' : change, record }]);
    },
    /** The server has accepted it, or it was discarded. */
    drop: (id: number) => write(without(id)),
    clear: () => write([]),
  };

  function kept(): readonly LocalChange<R>[] {
    const list = onDevice.readJson(key);
    return Array.isArray(list) ? list.filter((one) => typeof one?.record?.id === 'number') : [];
  }
}

export type LocalChanges<R extends { readonly id: number }> = ReturnType<typeof createLocalChanges<R>>;

/** The rows of a page with this browser's changes; records created here come first, on page 1. */
export function withLocalChanges<R extends { readonly id: number }>(
  rows: readonly R[],
  changes: readonly LocalChange<R>[],
  { isFirstPage, matches }: { readonly isFirstPage: boolean; readonly matches: (record: R) => boolean },
): (R & { readonly local?: LocalChange<R>['change'] })[] {
  const byId = new Map(changes.map((change) => [change.record.id, change]));
  const shown = rows.flatMap((row) => {
    const own = byId.get(row.id);
    if (!own) return [row];
    return own.change === 'deleted' ? [] : [{ ...own.record, local: own.change }];
  });
  const created = changes.filter(({ change, record }) => isFirstPage && change === 'created' && matches(record));
  return [...created.map(({ record }) => ({ ...record, local: 'created' as const })), ...shown];
}

/**
 * Whether a call failed rather than being refused: no response, a server error, or a missing endpoint. Only then does a
 * change stay in this browser (back-office §7); a deleted record is a refusal.
 */
export function hasCallFailed(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 404) return error.code === undefined || error.code === 'route.not_found';
  return error.status !== 429 && isUnavailable(error);
}
