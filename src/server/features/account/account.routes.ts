import type { accountEndpoints } from '#contract/storefront/account.ts';
import { deliverSoon, type MailShopServices, readMailShop } from '#server/features/mail/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import { ownUserView } from '#server/features/users/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import { listSessions } from '#server/platform/sessions/sessions.store.ts';
import { savedAddressView, sessionView } from './account.view.ts';
import { listAddressRows } from './addresses.store.ts';
import { buyAgain } from './buy-again.ts';
import { collectPersonalData } from './collect-personal-data.ts';
import { confirmDeletion, requestDeletion } from './delete-account.ts';
import { deleteAddress } from './delete-address.ts';
import { endOneSession, endOtherSessions } from './end-sessions.ts';
import { readOverview } from './read-overview.ts';
import { removeAvatar } from './remove-avatar.ts';
import { addAddress, changeAddress } from './save-address.ts';
import { setAvatar } from './set-avatar.ts';
import { readNotifications, setNotifications } from './set-notifications.ts';

export interface AccountServices extends MailShopServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly personalData: readonly PersonalDataOwner[];
  readonly plugins: { exportPersonalData(customerId: number): Promise<Record<string, unknown>> };
}

export function accountHandlers(services: AccountServices): Handlers<typeof accountEndpoints> {
  const { db, now, jobs, settings, plugins } = services;
  const frame = () => readMailShop(services);
  return {
    'GET /account/overview': async ({ caller }) => respond(await readOverview(services, caller.userId)),
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
    'PUT /account/avatar': async ({ caller, request, body }) => {
      const user = await setAvatar(db, body.image, { caller, request, at: now() });
      return respond(await ownUserView(db, user), 'Avatar updated successfully!');
    },
    'DELETE /account/avatar': async ({ caller, request }) => {
      const user = await removeAvatar(db, { caller, request, at: now() });
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
      await endOneSession(db, params.id, { caller, request, at: now() });
      return respond(null, 'The device was signed out.');
    },
    'DELETE /account/sessions': async ({ caller, request }) => {
      const ended = await endOtherSessions(db, { caller, request, at: now() });
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
