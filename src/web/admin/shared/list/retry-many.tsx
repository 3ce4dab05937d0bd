import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Nouns } from '#domain/counted.ts';
import { messageOf } from '#web/api/api-error.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { counted } from '#web/shared/counted.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { RowChoice } from './use-row-choice.ts';

type Endpoint = 'POST /admin/mails/retry' | 'POST /admin/event-deliveries/retry';

interface RetryProps {
  /** `['email', 'emails']` */
  nouns: Nouns;
  retry: Pick<UseMutationResult<Data<Endpoint>, Error, Input<Endpoint>['body']>, 'mutate' | 'isPending'>;
  /** Shows a notice that these are retried; `more` is its end. */
  onRetried: (count: number, more: string) => void;
  notify: Notify;
}

/** For the calls: 10,000 rows can take longer than the usual ten seconds. */
export const RETRY_OPTIONS = { timeoutMs: 60_000 };

const RETRYING = 'Retrying…';

interface RetrySelectedProps extends RetryProps {
  choice: RowChoice;
  /** Why some are not retried, such as `already sent, or about to be`. */
  skipReason: string;
}

/** Retries the selected rows, from a bar shown while some are selected. */
export function RetrySelected({ choice, nouns, skipReason, retry, onRetried, notify }: RetrySelectedProps) {
  const ids = choice.ids.map(Number);
  const retrySelected = () =>
    retry.mutate(
      { ids },
      {
        onSuccess: ({ retried }) => {
          choice.clear();
          const others = ids.length - retried;
          const rest = `${counted(others, nouns)} ${others === 1 ? 'was' : 'were'} not retried: ${skipReason}.`;
          if (retried === 0) notify('success', rest);
          else onRetried(retried, others > 0 ? ` ${rest}` : '');
        },
        onError: (error) => notify('danger', messageOf(error, `Failed to retry the ${nouns[1]}`)),
      },
    );
  return (
    <BulkBar choice={choice} nouns={nouns}>
      <Button small busy={retry.isPending && RETRYING} onClick={retrySelected}>
        Retry
      </Button>
    </BulkBar>
  );
}

interface RetryAllProps extends RetryProps {
  /** How many have the status `failed`; undefined while it is not known. */
  failed: number | undefined;
  /** What a retry does, for the question. */
  children: string;
}

/** Retries everything with the status `failed`, on any page of the list. Asks first. */
export function RetryAllFailed({ failed = 0, nouns, retry, onRetried, notify, children }: RetryAllProps) {
  const [isAsking, setAsking] = useState(false);
  const retryAll = () =>
    retry.mutate(
      { all: 'failed' },
      {
        onSuccess: ({ retried, failed: left }) => {
          if (retried === 0) notify('success', `No failed ${nouns[1]} are left.`);
          else onRetried(retried, left > 0 ? ` ${counted(left, nouns)} remaining: please retry again.` : '');
        },
        onError: (error) => notify('danger', messageOf(error, `Failed to retry the ${nouns[1]}`)),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      {failed > 0 && (
        <Button look="secondary" small onClick={() => setAsking(true)}>
          Retry all failed
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Retry ${counted(failed, nouns)} that failed?`}
        confirmLabel="Retry all failed"
        busy={retry.isPending && RETRYING}
        onConfirm={retryAll}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
