import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { RETRY_OPTIONS } from '../shared/list/retry-many.tsx';

export type OutboxMail = Data<'GET /admin/mails'>['data'][number];
export type MailDetail = Data<'GET /admin/mails/{id}'>;

export const useOutboxStats = () =>
  useQuery({
    queryKey: ['admin-mail-stats'],
    queryFn: ({ signal }) => call('GET /admin/mails/stats', {}, { signal }),
  });

export const useMail = (id: number) =>
  useQuery({
    queryKey: ['admin-mail', id],
    queryFn: ({ signal }) => call('GET /admin/mails/{id}', { params: { id } }, { signal }),
  });

export function useRetryMail() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call('POST /admin/mails/{id}/retry', { params: { id } }),
    onSettled,
  });
}

export function useRetryMails() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: Input<'POST /admin/mails/retry'>['body']) =>
      call('POST /admin/mails/retry', { body }, RETRY_OPTIONS),
    onSettled,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const key of ['GET /admin/mails', 'admin-mail', 'admin-mail-stats']) {
      void client.invalidateQueries({ queryKey: [key] });
    }
  };
}
