import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import type { Notify } from '#web/shared/notice.tsx';

interface MutationHandlers {
  readonly onSuccess: () => void;
  readonly onError: (error: unknown) => void;
  readonly onSettled: () => void;
}

interface ConfirmedAction<R> {
  /** Runs the mutation, as `mutate` of a mutation does. */
  run: (record: R, handlers: MutationHandlers) => void;
  /** Label of the button meanwhile; false: it is not running. */
  busy: string | false;
  /** The notice after it. */
  done: (record: R) => string;
  /** The notice for a failure without a message. */
  failure?: string;
  notify: Notify;
}

/**
 * Asks before an action on one record, such as its deletion, and reports the result.
 * @returns `ask` to call, and `dialog`, the props of a `ConfirmDialog` about `record`, which is null while nothing is asked
 */
export function useConfirmation<R>({ run, busy, done, failure, notify }: ConfirmedAction<R>) {
  const [record, setRecord] = useState<R | null>(null);
  const close = () => setRecord(null);
  const confirm = (asked: R) =>
    run(asked, {
      onSuccess: () => notify('success', done(asked)),
      onError: (error) => notify('danger', messageOf(error, failure)),
      onSettled: close,
    });
  return {
    ask: (asked: R) => setRecord(() => asked),
    record,
    dialog: {
      isOpen: record !== null,
      onClose: close,
      busy,
      onConfirm: () => {
        if (record !== null) confirm(record);
      },
    },
  };
}
