import { ApiError, messageOf } from '#web/api/api-error.ts';
import type { Nouns } from './bulk-bar.tsx';
import { hasCallFailed, isUnknownToShop, type LocalChange, type LocalChanges } from './local-changes.ts';

interface Revised {
  readonly id: number;
  readonly revision: number;
}

/** A record as a list shows it: the shop's, or as it was changed in this browser. */
export type Shown<R> = R & { readonly local?: LocalChange<R>['change'] };

/** Whether the shop has taken a change, or it stays in this browser until the shop can be reached. */
type Saved = 'taken' | 'local';

interface LocalFirst<R extends Revised, F> {
  readonly changes: LocalChanges<R>;
  /** `['product', 'products']` */
  readonly nouns: Nouns;
  /** @param key under which the shop does it once */
  readonly create: (form: F, key: string) => Promise<unknown>;
  /** @param form with the revision it was made on; without one where the shop's own is not known */
  readonly update: (id: number, form: F & { revision: number | undefined }) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
  /** The record as the list would show it, had the shop been reached. */
  readonly locally: (row: R | null, form: F) => R;
}

/**
 * Creating, changing and deleting records of the shop; what the shop could not be asked stays in this browser (back-office
 * §7).
 * @param refresh reads the lists of these records anew
 */
export function localFirstWrites<R extends Revised, F>(
  { changes, nouns: [one, many], create, update, remove, locally }: LocalFirst<R, F>,
  refresh: () => Promise<unknown>,
) {
  const words = (error: unknown, verb: string) =>
    writeRefusal(error, {
      forbidden: `You do not have permission to ${verb} ${many}. Please ensure you are logged in as an admin.`,
      otherwise: `Failed to ${verb} ${one}`,
    });
  /** @throws what `refusal` makes of it when the shop refuses */
  const ask = async (
    write: () => Promise<unknown>,
    { keep, refusal }: { keep: () => void; refusal: (error: unknown) => Error },
  ): Promise<Saved> => {
    try {
      await write();
      return 'taken';
    } catch (error) {
      if (!hasCallFailed(error)) {
        // Somebody may have been quicker: the list behind the question is no longer what there is.
        void refresh();
        throw refusal(error);
      }
      keep();
      return 'local';
    }
  };
  /** A sample can only be changed here, and gives way to what the shop has as soon as that can be read. */
  const keepSample = (change: 'updated' | 'deleted', record: R): Saved => {
    changes.keep(change, record);
    void refresh();
    return 'local';
  };
  const settle = async (row: Shown<R> | null) => {
    if (row?.local) changes.drop(row.id);
    await refresh();
  };

  return {
    /**
     * @param row as it was opened; its revision is 0 where the shop's own is not known
     * @throws ApiError with the words of back-office §8 when the shop refuses
     */
    async save(row: Shown<R> | null, form: F, key: string): Promise<Saved> {
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

    /** @throws Error with the words to show. */
    async remove(row: Shown<R>): Promise<Saved> {
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
 * What is said of a change that was made.
 * @param done such as 'Product updated'
 */
export const savedWords = (done: string, saved: Saved): string =>
  saved === 'local' ? `${done} locally (API unavailable)` : `${done} successfully`;

/** What is shown of a refused write (back-office §5 and §8). */
function writeRefusal(error: unknown, texts: { readonly forbidden: string; readonly otherwise: string }): string {
  if (!(error instanceof ApiError)) return messageOf(error, texts.otherwise);
  if (error.status === 403) return texts.forbidden;
  const messages = Object.values(error.errors).flat();
  if (error.status === 422) return `Validation error: ${messages.length > 0 ? messages.join(', ') : error.message}`;
  return messageOf(error, texts.otherwise);
}

/** The same as an error of a form, which also puts the words beside their fields. */
const refusalForForm = (error: unknown, message: string): ApiError =>
  error instanceof ApiError
    ? new ApiError(message, { status: error.status, code: error.code, errors: error.errors, data: error.data })
    : new ApiError(message, { status: 0 });
