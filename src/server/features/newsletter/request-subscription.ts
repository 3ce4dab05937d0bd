import { type MailShop, queueMail } from '#server/features/mail/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { hashToken, newToken } from '#server/platform/security/sealing.ts';
import { recordInvitation } from './newsletter.store.ts';
import { alreadySubscribedMail, confirmationMail } from './newsletter-mails.ts';
import { furtherToken } from './subscription-token.ts';

const HOUR_MS = 60 * 60_000;
/** At most one mail per address in this time: anybody can enter any address. */
const MAIL_PAUSE_MS = HOUR_MS;
/** How long an address can be confirmed. */
const WAITING_MS = 7 * 24 * HOUR_MS;

/** Queues a mail with a link that subscribes an address, or unsubscribes it if it is already subscribed. */
export async function requestSubscription(tx: Transaction, email: string, frame: MailShop, at: Date): Promise<void> {
  const token = newToken();
  const invited = await recordInvitation(tx, {
    email,
    tokenHash: hashToken(token),
    at,
    expiresAt: new Date(at.getTime() + WAITING_MS),
    notSince: new Date(at.getTime() - MAIL_PAUSE_MS),
  });
  if (!invited) return;
  const mail = invited.isConfirmed
    ? alreadySubscribedMail(frame, email, furtherToken(frame.sealer, invited.storedHash))
    : confirmationMail(frame, email, token);
  await queueMail(tx, mail, at);
}
