import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type OutboxMail = Data<'GET /admin/mails'>['data'][number];
export type MailDetail = Data<'GET /admin/mails/{id}'>;

const PAGE_SIZE = 20;

interface OutboxQuery {
  readonly page: number;
  readonly search: string;
  readonly status: 'all' | 'queued' | 'sent' | 'failed';
}

/** A page of the outbox; keeps the previous page until the next one has loaded. */
export const useOutbox = (query: OutboxQuery) =>
  useQuery({
    queryKey: ['admin-mails', query],
    queryFn: ({ signal }) => {
      const status = query.status === 'all' ? undefined : query.status;
      return call('GET /admin/mails', { query: { ...query, status, per_page: PAGE_SIZE } }, { signal });
    },
    placeholderData: keepPreviousData,
  });

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
      for (const key of ['admin-mails', 'admin-mail', 'admin-mail-stats']) {
        void client.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
