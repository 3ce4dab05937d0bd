import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import type { Tone } from '#web/ui/badge.tsx';

export type MessageDetail = Data<'GET /admin/messages/{id}'>;
export type Message = Data<'GET /admin/messages'>['data'][number];

export const STATUSES = ['open', 'answered', 'done'] as const;
export const STATUS_LABELS: Readonly<Record<Message['status'], string>> = {
  open: 'Open',
  answered: 'Answered',
  done: 'Done',
};
export const STATUS_TONES: Readonly<Record<Message['status'], Tone>> = {
  open: 'warning',
  answered: 'info',
  done: 'secondary',
};

export const useMessage = (id: number) =>
  useQuery({
    queryKey: ['admin-message', id],
    queryFn: ({ signal }) => call('GET /admin/messages/{id}', { params: { id } }, { signal }),
  });

function useAdopt() {
  const client = useQueryClient();
  return (changed: MessageDetail) => {
    client.setQueryData(['admin-message', changed.id], changed);
    void client.invalidateQueries({ queryKey: ['GET /admin/messages'] });
  };
}

/** Sends a reply. Repeated after a lost response, it is sent once. */
export function useReply(id: number) {
  const adopt = useAdopt();
  const once = useRequestKey();
  return useMutation({
    mutationFn: (message: string) =>
      once(message, (idempotencyKey) =>
        call('POST /admin/messages/{id}/reply', { params: { id }, body: { message } }, { idempotencyKey }),
      ),
    onSuccess: adopt,
  });
}

export function useSetMessageStatus(id: number) {
  const adopt = useAdopt();
  return useMutation({
    mutationFn: (status: 'open' | 'done') =>
      call('PUT /admin/messages/{id}/status', { params: { id }, body: { status } }),
    onSuccess: adopt,
  });
}

export function useDeleteMessage(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /admin/messages/{id}', { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['GET /admin/messages'] }),
  });
}
