import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { RETRY_OPTIONS } from '../shared/list/retry-many.tsx';

export type EventDelivery = Data<'GET /admin/event-deliveries'>['data'][number];

/** The deliveries of all subscribers together, by state. */
export const useEventStats = () =>
  useQuery({
    queryKey: ['admin-event-stats'],
    queryFn: ({ signal }) => call('GET /admin/event-deliveries/stats', {}, { signal }),
    select: (subscribers) => ({
      subscribers: subscribers.length,
      retrying: subscribers.reduce((sum, { retrying }) => sum + retrying, 0),
      failed: subscribers.reduce((sum, { failed }) => sum + failed, 0),
    }),
  });

const ACTIONS = {
  retry: 'POST /admin/event-deliveries/{id}/retry',
  dismiss: 'POST /admin/event-deliveries/{id}/dismiss',
} as const;

export function useChangeDelivery(action: keyof typeof ACTIONS) {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: (id: number) => call(ACTIONS[action], { params: { id } }), onSettled });
}

export function useRetryDeliveries() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: Input<'POST /admin/event-deliveries/retry'>['body']) =>
      call('POST /admin/event-deliveries/retry', { body }, RETRY_OPTIONS),
    onSettled,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const key of ['GET /admin/event-deliveries', 'admin-event-stats'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}
