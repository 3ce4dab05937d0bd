import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('POST /admin/mails/{id}/retry', { params: { id } }),
    onSettled: () => {
      for (const key of ['GET /admin/mails', 'admin-mail', 'admin-mail-stats']) {
        void client.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
