import { composeMail, type MailShop, queueMail } from '#server/features/mail/index.ts';
import { anonymiseUser, findUser } from '#server/features/users/index.ts';
import { type OwnChange, recordAudit, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { issueToken, useToken } from '#server/platform/sessions/one-time-tokens.store.ts';

export interface DeletionServices {
  readonly db: Database;
  readonly now: Clock;
  readonly personalData: readonly PersonalDataOwner[];
}

const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Queues the mail with the link that deletes the account: a session alone is not enough.
 * @throws Refusal `request.too_many` after several within an hour.
 */
export async function requestDeletion(db: Database, shop: MailShop, by: OwnChange): Promise<void> {
  const { shopName, appUrl } = shop;
  const { userId } = by.caller;
  await inTransaction(db, async (tx) => {
    const user = await findUser(tx, userId);
    if (!user) throw new Refusal('auth.expired');
    const token = await issueToken(tx, userId, 'delete_account', by.at);
    if (token === undefined) throw new Refusal('request.too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const subject = 'Confirm the deletion of your account';
    const bodies = composeMail({
      shop,
      heading: subject,
      paragraphs: [
        'Somebody, hopefully you, asked to delete your account. The link works once and for one hour.',
        'Your name, addresses, wishlist, cart and emails will be removed. Orders stay in our records without them. This cannot be undone.',
        `If it was not you, nothing is deleted. Please change your password: ${appUrl}/dashboard/security`,
      ],
      action: { label: 'Delete my account', url: `${appUrl}/delete-account?token=${encodeURIComponent(token)}` },
      footer: `You receive this email because of the account with this address at ${shopName}.`,
    });
    const to = { name: user.name, email: user.email };
    await queueMail(tx, { kind: 'delete-account', to, subject, ...bodies, userId, isConfidential: true }, by.at);
    await recordOwnChange(tx, by, { action: 'user.deletion_requested' });
  });
}

/**
 * Deletes an account by the token from its mail. If this is refused, the link stays valid for its hour.
 * @throws Refusal `auth.token_invalid`, or why the account cannot be deleted now (`anonymiseUser`).
 */
export async function confirmDeletion(
  { db, now, personalData }: DeletionServices,
  token: string,
  request: RequestFacts,
): Promise<void> {
  const at = now();
  await inTransaction(db, async (tx) => {
    const userId = await useToken(tx, token, ['delete_account'], at);
    if (userId === undefined) throw new Refusal('auth.token_invalid');
    const { is_admin } = await anonymiseUser(tx, personalData, userId, at, { hasProvedEmail: true });
    if (!is_admin) return;
    await recordAudit(tx, {
      actor: { userId, name: 'Deleted admin' },
      request,
      action: 'user.deleted_own_account',
      entity: 'user',
      entityId: String(userId),
      before: { is_admin },
      after: null,
      at,
    });
  });
}
