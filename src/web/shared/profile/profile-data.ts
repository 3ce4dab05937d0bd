import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { CallKey, Data } from '#web/api/calls.ts';

export type Notifications = Data<'GET /account/notifications'>;
export type Session = Data<'GET /account/sessions'>[number];

/** Queries about the own account, used by the customer and admin pages. */
type OwnKey = Extract<CallKey, 'GET /account/notifications' | 'GET /account/sessions' | 'GET /auth/two-factor'>;

function useOwn<K extends OwnKey>(key: K) {
  return useQuery<Data<K>>({
    queryKey: [key],
    queryFn: ({ signal }) => call<OwnKey>(key, {}, { signal }) as Promise<Data<K>>,
  });
}

export const useNotifications = () => useOwn('GET /account/notifications');
export const useSessions = () => useOwn('GET /account/sessions');
export const useTwoFactor = () => useOwn('GET /auth/two-factor');

/** Signs out one device, or all others without an id. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number | undefined) => {
      if (id === undefined) await call('DELETE /account/sessions');
      else await call('DELETE /account/sessions/{id}', { params: { id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['GET /account/sessions'] }),
  });
}
