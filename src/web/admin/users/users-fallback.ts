import { pageOfAll } from '#domain/paging.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { shop } from '#web/shared/shop/shop.ts';
import type { Sort } from '../shared/list/use-list-address.ts';

type AdminUser = Data<'GET /admin/users'>['data'][number];

/** Filters of the list. */
export interface UsersQuery {
  readonly page: number;
  readonly search: string;
  readonly role: 'all' | 'admin' | 'customer';
  readonly status: 'all' | 'active' | 'inactive' | 'banned';
  readonly sort: Sort | null;
}

/**
 * Back-office §7: if the back office calls answer 404, reads GET /users and filters and counts in the browser. Other
 * failures are passed on.
 */
export const isMissingCall = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const MOST = 100;

/** The specification's older endpoint, which is not in this shop's contract; it has the same response. */
const OLDER_CALL = 'GET /users' as 'GET /admin/users';

async function readAll(): Promise<AdminUser[]> {
  const { data }: { data: readonly Partial<AdminUser>[] } = await call(OLDER_CALL, { query: { limit: MOST } });
  return data.map(asAdminUser);
}

function asAdminUser(user: Partial<AdminUser>): AdminUser {
  return {
    orders_count: 0,
    total_spent: '0.00',
    is_invited: false,
    ...user,
    role: user.is_admin ? 'admin' : 'customer',
    status: user.is_active ? 'active' : 'inactive',
  } as AdminUser;
}

export async function readUsersInstead({ page, search, role, status }: UsersQuery, limit: number) {
  const wanted = search.toLowerCase();
  const stored = status === 'banned' ? 'inactive' : status;
  const users = (await readAll()).filter(
    (user) =>
      (role === 'all' || user.role === role) &&
      (stored === 'all' || user.status === stored) &&
      `${user.id} ${user.name} ${user.email}`.toLowerCase().includes(wanted),
  );
  return pageOfAll({ page, per_page: limit }, users);
}

export async function countUsersInstead(): Promise<Data<'GET /admin/users/stats'>> {
  const users = await readAll();
  const monthOf = (moment: Date) => dayOf(moment, shop().timezone).slice(0, 7);
  const month = monthOf(new Date());
  const count = (isCounted: (user: AdminUser) => boolean) => users.filter(isCounted).length;
  return {
    total: users.length,
    active: count(({ is_active }) => is_active),
    inactive: count(({ is_active }) => !is_active),
    admins: count(({ is_admin }) => is_admin),
    customers: count(({ is_admin }) => !is_admin),
    newThisMonth: count(({ created_at }) => monthOf(new Date(created_at)) === month),
  };
}
