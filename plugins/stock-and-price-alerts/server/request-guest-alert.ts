import { hashToken, newToken } from '#plugin';
import { MAX_ALERTS } from '../contract.ts';
import { CONFIRM_DAYS, confirmAlert } from '../mails.ts';
import type { Services } from '../tables.ts';
import {
  countActive,
  countUnanswered,
  findAlert,
  insertAlert,
  lockOwner,
  recordConfirmationMail,
  setAgain,
} from './alerts.store.ts';
import { requireOffer, type Subject } from './subject.ts';

const HOUR_MS = 60 * 60_000;
/** At most one confirmation mail per alert in this time: anybody can enter any address. */
const MAIL_PAUSE_MS = HOUR_MS;
/** Confirmation mails to one address whose links were not opened. */
const MAX_UNANSWERED = 5;

/** When a confirmation mail must have been sent for its link to be valid. */
export const confirmableSince = (now: Date): Date => new Date(now.getTime() - CONFIRM_DAYS * 24 * HOUR_MS);

/**
 * Mails a link that sets an alert for a guest. Beyond the limits it does nothing, so that the response does not tell what is
 * known about the address.
 * @throws a refusal when the alert cannot be set for anybody
 */
export async function requestGuestAlert(services: Services, email: string, subject: Subject): Promise<void> {
  const { product, variant, price } = await requireOffer(services, subject);
  const at = services.now();
  const since = confirmableSince(at);
  const owner = { email };
  const unconfirmed = { priceCents: subject.kind === 'price' ? price : null, confirmedAt: null, at };
  await services.transaction(async (tx) => {
    await lockOwner(tx, owner);
    const existing = await findAlert(tx, owner, subject);
    if (existing?.confirm_mailed_at && at.getTime() - existing.confirm_mailed_at.getTime() < MAIL_PAUSE_MS) return;
    if (!existing?.isActive && (await countActive(tx, owner)) >= MAX_ALERTS) return;
    if ((await countUnanswered(tx, email, since)) >= MAX_UNANSWERED) return;
    if (existing && !existing.isActive) await setAgain(tx, existing.id, unconfirmed);
    const token = newToken();
    const id = existing?.id ?? (await insertAlert(tx, owner, subject, unconfirmed));
    await recordConfirmationMail(tx, id, { tokenHash: hashToken(token), at, since });
    await services.queueMail(tx, confirmAlert, {
      to: { name: '', email },
      data: {
        kind: subject.kind,
        product,
        variant,
        url: `${services.appUrl}/alerts/confirm?token=${encodeURIComponent(token)}`,
      },
    });
  });
  await services.deliverMails();
}
