import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call, callForMessage } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { countUsersInstead, isMissingCall, readUsersInstead, type UsersQuery } from './users-fallback.ts';

export type AdminUser = Data<'GET /admin/users'>['data'][number];
export type UserDetail = Data<'GET /admin/users/{id}'>;
export type UserStats = Data<'GET /admin/users/stats'>;
export type NewUser = Input<'POST /admin/users'>['body'];

const PAGE_SIZE = 20;

/** A page of all accounts; keeps the previous page until the next one has loaded. */
export const useUsers = (query: UsersQuery) =>
  useQuery({
    queryKey: ['admin-users', query],
    queryFn: ({ signal }) => {
      const { page, search, sort, ...narrowed } = query;
      const asked = { page, limit: PAGE_SIZE, search, ...sentFilter(narrowed), ...sentSort(sort) };
      return call('GET /admin/users', { query: asked }, { signal }).catch((error) => {
        if (isMissingCall(error)) return readUsersInstead(query, PAGE_SIZE);
        throw error;
      });
    },
    placeholderData: keepPreviousData,
  });

/** `all` is omitted, as on the orders page (back-office §7). */
export const sentFilter = ({ role, status }: Pick<UsersQuery, 'role' | 'status'>) => ({
  role: role === 'all' ? undefined : role,
  status: status === 'all' ? undefined : status,
});

const sentSort = (sort: UsersQuery['sort']) =>
  sort ? { sortBy: sort.by as 'name' | 'created_at' | 'last_login_at', sortOrder: sort.order } : {};

export const useUserStats = () =>
  useQuery({
    queryKey: ['admin-user-stats'],
    queryFn: ({ signal }): Promise<UserStats> =>
      call('GET /admin/users/stats', {}, { signal }).catch((error) => {
        if (isMissingCall(error)) return countUsersInstead();
        throw error;
      }),
  });

export const useUser = (id: number) =>
  useQuery({
    queryKey: ['admin-user', id],
    queryFn: ({ signal }) => call('GET /admin/users/{id}', { params: { id } }, { signal }),
  });

const LISTS = ['admin-users', 'admin-user-stats'];

function useRefresh(keys: readonly string[] = [...LISTS, 'admin-user']) {
  const client = useQueryClient();
  return () => {
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
  };
}

/** Account fields that a select can change. */
export type AccessChange =
  | { readonly part: 'status'; readonly to: 'active' | 'inactive' | 'banned' }
  | { readonly part: 'role'; readonly to: 'admin' | 'customer' };

export function useChangeAccess() {
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: AccessChange }) =>
      change.part === 'status'
        ? call('PUT /admin/users/{id}/status', { params: { id }, body: { status: change.to } })
        : call('PUT /admin/users/{id}/role', { params: { id }, body: { role: change.to } }),
    onSettled: useRefresh(),
  });
}

export function useCreateUser() {
  return useMutation({
    mutationFn: (body: NewUser) => callForMessage('POST /admin/users', { body }),
    onSuccess: useRefresh(),
  });
}

export function useDeleteUser() {
  return useMutation({
    mutationFn: (id: number) => callForMessage('DELETE /admin/users/{id}', { params: { id } }),
    // Not the account itself: its dialog is still closing, and there is nothing left to show.
    onSettled: useRefresh(LISTS),
  });
}

export const useInviteUser = () =>
  useMutation({ mutationFn: (id: number) => callForMessage('POST /admin/users/{id}/invitation', { params: { id } }) });

/** Parallel to the texts for orders (back-office §8). */
export function accessFailure(error: unknown, part: AccessChange['part']): string {
  const isUserGone = error instanceof ApiError && error.code === 'user.not_found';
  if (isMissingCall(error) && !isUserGone) {
    return `User ${part} updates not available yet. Admin endpoints are being developed.`;
  }
  return messageOf(error, `Failed to update user ${part}`);
}
