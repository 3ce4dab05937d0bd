import type { Nouns } from '#domain/counted.ts';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { hasCallFailed, isUnknownToShop, type LocalChange, type LocalChanges } from './local-changes.ts';

interface RevisedRecord {
  readonly id: number;
  readonly revision: number;
}

/** A record in a list: from the server, or as changed in this browser. */
export type WithLocalChange<R> = R & { readonly local?: LocalChange<R>['change'] };

/** Whether the server accepted a change, or it stays in this browser for now. */
type SaveResult = 'taken' | 'local';

interface LocalFirst<R extends RevisedRecord, F> {
  readonly changes: LocalChanges<R>;
  /** `['product', 'products']` */
  readonly nouns: Nouns;
  /** @param key idempotency key */
  readonly create: (form: F, key: string) => Promise<unknown>;
  /** @param form with the revision it is based on; omitted if the server's is unknown */
  readonly update: (id: number, form: F & { revision: number | undefined }) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
  /** The record as the list would show it if the call had succeeded. */
  readonly locally: (row: R | null, form: F) => R;
}

/**
 * Creates, updates and deletes records; when the server cannot be reached, the change stays in this browser
 * (back-office §7).
 * @param refresh reloads the lists of these records
 */
export function localFirstWrites<R extends RevisedRecord, F>(
  { changes, nouns: [one, many], create, update, remove, locally }: LocalFirst<R, F>,
  refresh: () => Promise<unknown>,
) {
  const words = (error: unknown, verb: string) =>
    writeRefusal(error, {
      forbidden: `You do not have permission to ${verb} ${many}. Please ensure you are logged in as an admin.`,
      otherwise: `Failed to ${verb} ${one}`,
    });
  /** @throws what `refusal` returns when the server refuses */
  const ask = async (
    write: () => Promise<unknown>,
    { keep, refusal }: { keep: () => void; refusal: (error: unknown) => Error },
  ): Promise<SaveResult> => {
    try {
      await write();
      return 'taken';
    } catch (error) {
      if (!hasCallFailed(error)) {
        // The record may have changed elsewhere: reload the list.
        void refresh();
        throw refusal(error);
      }
      keep();
      return 'local';
    }
  };
  /** A sample exists only here, and disappears as soon as the server's records can be read. */
  const keepSample = (change: 'updated' | 'deleted', record: R): SaveResult => {
    changes.keep(change, record);
    void refresh();
    return 'local';
  };
  const settle = async (row: WithLocalChange<R> | null) => {
    if (row?.local) changes.drop(row.id);
    await refresh();
  };

  return {
    /**
     * @param row as it was opened; its revision is 0 if the server's is unknown
     * @throws ApiError with the messages of back-office §8 when the server refuses
     */
    async save(row: WithLocalChange<R> | null, form: F, key: string): Promise<SaveResult> {
      const isNew = row === null || row.local === 'created';
      if (!isNew && isUnknownToShop(row)) return keepSample('updated', locally(row, form));
      const revision = row === null || row.local || row.revision === 0 ? undefined : row.revision;
      const saved = await ask(() => (isNew ? create(form, key) : update(row.id, { ...form, revision })), {
        keep: () => changes.keep(isNew ? 'created' : 'updated', locally(row, form)),
        refusal: (error) => refusalForForm(error, words(error, isNew ? 'create' : 'update')),
      });
      if (saved === 'taken') await settle(row);
      return saved;
    },

    /** @throws Error with the message to show. */
    async remove(row: WithLocalChange<R>): Promise<SaveResult> {
      if (row.local === 'created') {
        changes.drop(row.id);
        return 'local';
      }
      if (isUnknownToShop(row)) return keepSample('deleted', row);
      const saved = await ask(() => remove(row.id), {
        keep: () => changes.keep('deleted', row),
        refusal: (error) => new Error(words(error, 'delete')),
      });
      if (saved === 'taken') await settle(row);
      return saved;
    },
  };
}

/**
 * The notice after a change.
 * @param done such as 'Product updated'
 */
export const savedMessage = (done: string, saved: SaveResult): string =>
  saved === 'local' ? `${done} locally (API unavailable)` : `${done} successfully`;

/** The message of a refused write (back-office §5 and §8). */
function writeRefusal(error: unknown, texts: { readonly forbidden: string; readonly otherwise: string }): string {
  if (!(error instanceof ApiError)) return messageOf(error, texts.otherwise);
  if (error.status === 403) return texts.forbidden;
  const messages = Object.values(error.errors).flat();
  if (error.status === 422) return `Validation error: ${messages.length > 0 ? messages.join(', ') : error.message}`;
  return messageOf(error, texts.otherwise);
}

/** The same as a form error, with messages by field. */
const refusalForForm = (error: unknown, message: string): ApiError =>
  error instanceof ApiError
    ? new ApiError(message, { status: error.status, code: error.code, errors: error.errors, data: error.data })
    : new ApiError(message, { status: 0 });
