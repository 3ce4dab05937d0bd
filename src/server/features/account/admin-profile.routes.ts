import type { adminProfileEndpoints } from '#contract/admin/profile.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { listSessions } from '#server/platform/sessions/sessions.store.ts';
import type { AccountServices } from './account.routes.ts';
import { countAdminActivity } from './admin-statistics.store.ts';

export function adminProfileHandlers({
  db,
  now,
  settings,
}: Pick<AccountServices, 'db' | 'now' | 'settings'>): Handlers<typeof adminProfileEndpoints> {
  return {
    'GET /admin/profile/statistics': async ({ caller: { userId } }) => {
      const activity = await countAdminActivity(db, userId);
      const { sessionTimeout: idleMinutes } = await settings.get('security');
      const sessions = await listSessions(db, userId, { at: now(), idleMinutes });
      return respond({
        ordersManaged: activity.orders,
        usersSupervised: activity.users,
        productsAdded: activity.products,
        loginSessions: sessions.length,
      });
    },
  };
}
