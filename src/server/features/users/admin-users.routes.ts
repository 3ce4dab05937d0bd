import type { AdminUser, adminUserEndpoints } from '#contract/admin/users.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { adminUserDetailView, adminUserView } from './admin-user.view.ts';
import {
  countBelongings,
  countUsers,
  findListedUser,
  type ListedUser,
  listNewestOrders,
  listUserRows,
} from './admin-users.store.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { exportUsers } from './export-users.ts';
import { inviteUser } from './invite-user.ts';
import { setUserRole, setUserStatus } from './set-user-access.ts';
import type { UserServices } from './user-services.ts';
import { writeToUser } from './write-to-user.ts';

const ORDERS_SHOWN = 10;
const MINUTE_MS = 60_000;

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function adminUserHandlers(services: UserServices): Handlers<typeof adminUserEndpoints> {
  const { db, now, settings } = services;
  const currency = async () => paymentCurrency((await settings.get('site')).currency);
  const findListed = async (id: number): Promise<ListedUser> => {
    const user = await findListedUser(db, id, await currency());
    if (!user) throw new Refusal('user.not_found');
    return user;
  };
  const view = async (id: number): Promise<AdminUser> => adminUserView(await findListed(id));
  return {
    'GET /admin/users': async ({ query }) => {
      const { role, status, search, sortBy, sortOrder } = query;
      const page = { page: query.page, per_page: query.limit };
      const order = { by: sortBy, order: sortOrder };
      const filter = { role, status, search: search || undefined };
      const { rows, total } = await listUserRows(db, filter, order, rangeOf(page), await currency());
      const data = rows.map(adminUserView);
      return respond(pageOf(page, total, data));
    },
    'GET /admin/users/stats': async () => {
      const { timezone } = await settings.get('site');
      const { total, active, admins, new_this_month: newThisMonth } = await countUsers(db, timezone, now());
      const [inactive, customers] = [total - active, total - admins];
      return respond({ total, active, inactive, admins, customers, newThisMonth });
    },
    'GET /admin/users/export': async ({ caller, request, query }) => {
      const { role, status, search } = query;
      const wanted = { role, status, search: search || undefined };
      return respond(await exportUsers(services, wanted, { actor: caller, request }));
    },
    'POST /admin/users': async ({ caller, request, body }) => {
      const { id } = await createUser(services, body, { actor: caller, request });
      const invited = body.status === 'active' ? ` An invitation is on its way to ${body.email}.` : '';
      return respond(await view(id), `User ${body.name} created.${invited}`);
    },
    'GET /admin/users/{id}': async ({ params }) => {
      const user = await findListed(params.id);
      const at = now();
      const seenSince = new Date(at.getTime() - (await settings.get('security')).sessionTimeout * MINUTE_MS);
      const orders = await listNewestOrders(db, user.id, ORDERS_SHOWN);
      const figures = await countBelongings(db, user.id, { seenSince, at, currency: await currency() });
      return respond(adminUserDetailView(user, orders, figures));
    },
    'PUT /admin/users/{id}/status': async ({ caller, request, params, body }) => {
      await setUserStatus(services, params.id, body.status, { actor: caller, request });
      const user = await view(params.id);
      return respond(user, `User ${user.id} status updated to ${capitalised(user.status)}`);
    },
    'PUT /admin/users/{id}/role': async ({ caller, request, params, body }) => {
      await setUserRole(services, params.id, body.role, { actor: caller, request });
      const user = await view(params.id);
      return respond(user, `User ${user.id} role updated to ${capitalised(user.role)}`);
    },
    'POST /admin/users/{id}/invitation': async ({ caller, request, params }) => {
      await inviteUser(services, params.id, { actor: caller, request });
      return respond(null, 'The invitation is on its way.');
    },
    'POST /admin/users/{id}/mail': async ({ caller, request, params, body }) => {
      await writeToUser(services, params.id, body, { actor: caller, request });
      return respond(null, 'Your email is in the outbox.');
    },
    'DELETE /admin/users/{id}': async ({ caller, request, params }) => {
      await deleteUser(services, params.id, { actor: caller, request });
      return respond(null, 'The account is deleted. Its orders are kept without the person.');
    },
  };
}
