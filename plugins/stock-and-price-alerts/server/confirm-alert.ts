import { hashToken, refuse } from '#plugin';
import { alertRefusals, type LinkedAlert, MAX_ALERTS } from '../contract.ts';
import type { Services, Transaction } from '../tables.ts';
import {
  countActive,
  deleteAlertAbout,
  findAccount,
  findAlert,
  listClaimable,
  lockOwner,
  recordAnswer,
  setConfirmed,
  setOwner,
} from './alerts.store.ts';
import { requestCheck } from './check-products.ts';
import { linkedAlertView } from './linked-alert.ts';
import { lockByConfirmationToken } from './linked-alerts.store.ts';
import { confirmableSince } from './request-guest-alert.ts';
import type { Subject } from './subject.ts';

/**
 * Sets the alert of a confirmation mail. Doing it again changes nothing.
 * @throws a refusal `link_invalid` for a link that is unknown or has expired
 */
export async function confirmGuestAlert(services: Services, token: string): Promise<LinkedAlert> {
  const at = services.now();
  const alert = await services.transaction(async (tx) => {
    const found = await lockByConfirmationToken(tx, hashToken(token));
    if (!found?.confirm_mailed_at) return undefined;
    if (!found.confirmed_at && found.confirm_mailed_at <= confirmableSince(at)) return undefined;
    await recordAnswer(tx, found.id);
    if (found.confirmed_at) return found;
    await setConfirmed(tx, found.id, at);
    if (found.email) {
      const subject = { kind: found.kind, productId: found.product_id, variantId: found.variant_id };
      await moveToAccount(tx, found.id, found.email, subject);
    }
    return { ...found, confirmed_at: at };
  });
  if (!alert) throw refuse(alertRefusals.link_invalid);
  // The product may have come back while the mail waited.
  await requestCheck(services, alert.product_id);
  return linkedAlertView(alert);
}

/**
 * Gives alerts that were set as a guest to the account that has verified their address since: it may be newer than they
 * are. If the account has the same alert, the active one stays. An account with as many alerts as it can have gets none.
 */
export async function claimGuestAlerts(services: Pick<Services, 'db' | 'transaction'>): Promise<void> {
  for (const { email, userId, ...subject } of await listClaimable(services.db)) {
    await services.transaction(async (tx) => {
      const [guest, owner] = [{ email }, { userId }];
      await lockOwner(tx, owner);
      // Read again: the account may have been deleted or have another address by now.
      const account = await findAccount(tx, email);
      if (account?.id !== userId || !account.verified) return;
      const alert = await findAlert(tx, guest, subject);
      if (!alert?.confirmed_at) return;
      const own = await findAlert(tx, owner, subject);
      if (own && (own.isActive || !alert.isActive)) return deleteAlertAbout(tx, guest, subject);
      if (alert.isActive && (await countActive(tx, owner)) >= MAX_ALERTS) return;
      await deleteAlertAbout(tx, owner, subject);
      await setOwner(tx, alert.id, userId);
    });
  }
}

/**
 * An alert whose address belongs to an account is one of the account: it is listed there, deleted with it, and cannot be
 * mailed twice. If the account has as many as it can have, `claimGuestAlerts` moves it later.
 */
async function moveToAccount(tx: Transaction, id: number, email: string, subject: Subject): Promise<void> {
  const account = await findAccount(tx, email);
  if (!account) return;
  const owner = { userId: account.id };
  await lockOwner(tx, owner);
  const own = await findAlert(tx, owner, subject);
  // Somebody else may have opened an account with this address: it does not get to know of the alert.
  if (!account.verified && !own) return;
  if (!own?.isActive && (await countActive(tx, owner)) >= MAX_ALERTS) return;
  await deleteAlertAbout(tx, owner, subject);
  await setOwner(tx, id, account.id);
}
