import type { PersonalData } from '#contract/storefront/personal-data.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { listOwnOrders } from '#server/features/orders/index.ts';
import { findUser, ownUserView } from '#server/features/users/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { listKnownLoginAddresses } from '#server/platform/sessions/known-login-addresses.store.ts';
import { ABSOLUTE_SESSION_DAYS, listSessions } from '#server/platform/sessions/sessions.store.ts';
import { addressView, savedAddressView, sessionView } from './account.view.ts';
import { listAddressRows } from './addresses.store.ts';
import {
  listCart,
  listCheckouts,
  listMails,
  listPaymentCustomers,
  listRecords,
  listWishes,
} from './personal-data.store.ts';
import { readNotifications } from './set-notifications.ts';

/** More orders than anybody places; bounds the size of the file. */
const MAX_ORDERS = 10_000;

/** Collects everything the shop stores about a person, except credentials: password, codes and tokens. */
export async function collectPersonalData(
  db: Database,
  { userId, sessionId }: Caller,
  at: Date,
): Promise<PersonalData> {
  const user = await findUser(db, userId);
  if (!user) throw new Refusal('auth.expired');
  const { orders } = await listOwnOrders(db, { userId }, { limit: MAX_ORDERS, offset: 0 });
  // Idle sessions exist until they are cleaned up.
  const span = { at, idleMinutes: ABSOLUTE_SESSION_DAYS * 24 * 60 };
  return {
    made_at: at.toISOString(),
    account: await ownUserView(db, user),
    notifications: await readNotifications(db, userId, at),
    addresses: (await listAddressRows(db, userId)).map(savedAddressView),
    orders,
    cart: (await listCart(db, userId)).map(({ name, variant, quantity, options, created_at }) => ({
      product: name,
      variant,
      quantity,
      options: Object.values(options),
      added_at: created_at.toISOString(),
    })),
    wishlist: (await listWishes(db, userId)).map(({ name, created_at }) => ({
      product: name,
      added_at: created_at.toISOString(),
    })),
    checkouts: (await listCheckouts(db, userId)).map(
      ({ created_at, status, total_cents, shipping_address, options }) => ({
        begun_at: created_at.toISOString(),
        status,
        total: formatDecimal(total_cents),
        shipping_address: addressView(shipping_address),
        options: options.map(({ label, value }) => ({ label, value })),
      }),
    ),
    payment_customers: (await listPaymentCustomers(db, userId)).map(({ provider, customer_id, created_at }) => ({
      provider,
      customer_id: customer_id ?? '',
      created_at: created_at.toISOString(),
    })),
    sessions: (await listSessions(db, userId, span)).map((row) => sessionView(row, sessionId)),
    login_addresses: (await listKnownLoginAddresses(db, userId)).map(({ address, last_used_at }) => ({
      address,
      last_used_at: last_used_at.toISOString(),
    })),
    mails: (await listMails(db, userId)).map(({ subject, to_email, created_at, sent_at }) => ({
      subject,
      to: to_email,
      written_at: created_at.toISOString(),
      sent_at: sent_at?.toISOString() ?? null,
    })),
    records: (await listRecords(db, userId)).map(({ action, entity, entity_id, created_at }) => ({
      action,
      entity,
      entity_id,
      at: created_at.toISOString(),
    })),
  };
}
