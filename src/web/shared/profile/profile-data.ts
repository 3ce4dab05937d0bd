import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { CallKey, Data } from '#web/api/calls.ts';

export type Notifications = Data<'GET /account/notifications'>;
export type Session = Data<'GET /account/sessions'>[number];

/** The reads of one's own account that both the customer's and the admin's pages need. */
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

/** Signs out one device, or all others when no id is given. */
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
