import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOptions, ListKey } from '#web/api/calls.ts';

interface RecordRequests<R, F> {
  /** The list that shows the records. */
  list: ListKey;
  create: (form: F, options: Pick<CallOptions, 'idempotencyKey'>) => Promise<unknown>;
  update: (record: R, form: F) => Promise<unknown>;
  remove: (record: R) => Promise<unknown>;
}

/** Creates, changes and deletes records of a list, and reloads the list. */
export function useRecordWrites<R, F>({ list, create, update, remove }: RecordRequests<R, F>) {
  const client = useQueryClient();
  // Reload after a refusal too: somebody else may have changed the record.
  const reload = () => client.invalidateQueries({ queryKey: [list] });
  return {
    /** @param record null: a new one, created once for each `idempotencyKey` */
    save: async (record: R | null, form: F, idempotencyKey: string): Promise<void> => {
      try {
        await (record === null ? create(form, { idempotencyKey }) : update(record, form));
      } finally {
        await reload();
      }
    },
    remove: useMutation({ mutationFn: remove, onSettled: reload }),
  };
}
