import { type accountEndpoints, OVERVIEW_ORDERS } from '#contract/storefront/account.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { BrandingReader } from '#server/features/branding/index.ts';
import { deliverSoon, readMailShop } from '#server/features/mail/index.ts';
import { listOwnOrders } from '#server/features/orders/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import { ownUserView } from '#server/features/users/index.ts';
import { recordOwnChange } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { endSessionOf, endSessionsOf, listSessions } from '#server/platform/sessions/sessions.store.ts';
import { savedAddressView, sessionView } from './account.view.ts';
import { listAddressRows } from './addresses.store.ts';
import { removeAvatar } from './avatar.store.ts';
import { buyAgain } from './buy-again.ts';
import { collectPersonalData } from './collect-personal-data.ts';
import { confirmDeletion, requestDeletion } from './delete-account.ts';
import { sumOrders } from './overview.store.ts';
import { addAddress, changeAddress, deleteAddress } from './save-address.ts';
import { setAvatar } from './set-avatar.ts';
import { readNotifications, setNotifications } from './set-notifications.ts';

export interface AccountServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly config: { readonly appUrl: string };
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly branding: BrandingReader;
  readonly personalData: readonly PersonalDataOwner[];
  readonly plugins: { exportPersonalData(customerId: number): Promise<Record<string, unknown>> };
}

export function accountHandlers(services: AccountServices): Handlers<typeof accountEndpoints> {
  const { db, now, jobs, settings, plugins } = services;
  const frame = () => readMailShop(services);
  return {
    'GET /account/overview': async ({ caller: { userId } }) => {
      const figures = await sumOrders(db, userId, paymentCurrency((await settings.get('site')).currency));
      const { orders } = await listOwnOrders(db, { userId }, { limit: OVERVIEW_ORDERS, offset: 0 });
      return respond({
        total_orders: figures.orders,
        total_spent: formatDecimal(figures.spent),
        in_transit: figures.inTransit,
        recent_orders: orders,
      });
    },
    'POST /account/orders/{id}/again': async ({ caller, params }) => {
      const { added, refused } = await buyAgain(db, caller.userId, params.id, now());
      return respond({ added, refused });
    },
    'GET /account/addresses': async ({ caller }) =>
      respond((await listAddressRows(db, caller.userId)).map(savedAddressView)),
    'POST /account/addresses': async ({ caller, request, body: { is_default: isDefault, ...address } }) => {
      const row = await addAddress(db, { address, isDefault }, { caller, request, at: now() });
      return respond(savedAddressView(row), 'Address saved');
    },
    'PUT /account/addresses/{id}': async ({ caller, request, params, body: { is_default: isDefault, ...address } }) => {
      const row = await changeAddress(db, params.id, { address, isDefault }, { caller, request, at: now() });
      return respond(savedAddressView(row), 'Address saved');
    },
    'DELETE /account/addresses/{id}': async ({ caller, request, params }) => {
      await deleteAddress(db, params.id, { caller, request, at: now() });
      return respond(null, 'Address deleted');
    },
    'GET /account/notifications': async ({ caller }) => respond(await readNotifications(db, caller.userId, now())),
    'PUT /account/notifications': async ({ caller, request, body }) => {
      const choices = await setNotifications(db, body, await frame(), { caller, request, at: now() });
      deliverSoon(jobs);
      const isAsked = body.marketingEmails === true && choices.marketingPending;
      const hint = ' Please open our email to your address: its link completes the newsletter subscription.';
      return respond(choices, `Notification preferences updated!${isAsked ? hint : ''}`);
    },
    'PUT /account/avatar': async ({ caller, request, body }) =>
      respond(
        await ownUserView(db, await setAvatar(db, body.image, { caller, request, at: now() })),
        'Avatar updated successfully!',
      ),
    'DELETE /account/avatar': async ({ caller, request }) => {
      const at = now();
      const user = await inTransaction(db, async (tx) => {
        await recordOwnChange(tx, { caller, request, at }, { action: 'user.avatar_removed' });
        return removeAvatar(tx, caller.userId, at);
      });
      if (!user) throw new Refusal('auth.expired');
      return respond(await ownUserView(db, user), 'Avatar updated successfully!');
    },
    'GET /account/sessions': async ({ caller: { userId, sessionId } }) => {
      const { sessionTimeout: idleMinutes } = await settings.get('security');
      const sessions = (await listSessions(db, userId, { at: now(), idleMinutes })).map((row) =>
        sessionView(row, sessionId),
      );
      return respond(sessions.sort((a, b) => Number(b.is_this_one) - Number(a.is_this_one)));
    },
    'DELETE /account/sessions/{id}': async ({ caller, request, params }) => {
      await inTransaction(db, async (tx) => {
        if (!(await endSessionOf(tx, caller.userId, params.id))) throw new Refusal('session.not_found');
        const ended = { action: 'user.sessions_ended', after: { devices: 1 } };
        await recordOwnChange(tx, { caller, request, at: now() }, ended);
      });
      return respond(null, 'The device was signed out.');
    },
    'DELETE /account/sessions': async ({ caller, request }) => {
      const ended = await inTransaction(db, async (tx) => {
        const devices = await endSessionsOf(tx, caller.userId, caller.sessionId);
        const change = { action: 'user.sessions_ended', after: { devices } };
        await recordOwnChange(tx, { caller, request, at: now() }, change);
        return devices;
      });
      return respond({ ended }, 'All other devices were signed out.');
    },
    'GET /account/data': async ({ caller }) => {
      const fromPlugins = await plugins.exportPersonalData(caller.userId);
      const data = await collectPersonalData(db, caller, now());
      return respond(Object.keys(fromPlugins).length > 0 ? { ...data, plugins: fromPlugins } : data);
    },
    'POST /account/deletion': async ({ caller, request }) => {
      await requestDeletion(db, await frame(), { caller, request, at: now() });
      deliverSoon(jobs);
      return respond(null, 'Account deletion request submitted. You will receive a confirmation email.');
    },
    'POST /account/deletion/confirm': async ({ body, request }) => {
      await confirmDeletion(services, body.token, request);
      return respond(null, 'Your account has been deleted.');
    },
  };
}
