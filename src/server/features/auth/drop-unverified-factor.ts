import { queueMail } from '#server/features/mail/index.ts';
import type { UserRow } from '#server/features/users/index.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { type MailFrame, twoFactorMail } from './auth-mails.ts';
import { deleteUnverifiedTwoFactor } from './two-factor.store.ts';

/**
 * Called when an owner verifies an account's address by mail. Removes a second factor that was set up before the
 * verification, because it may be a stranger's; keeps one that the verified owner set up.
 */
export async function dropUnverifiedFactor(
  tx: Transaction,
  user: UserRow,
  { frame, request, at }: { readonly frame: MailFrame; readonly request: RequestFacts; readonly at: Date },
): Promise<void> {
  if (!(await deleteUnverifiedTwoFactor(tx, user.id))) return;
  await queueMail(tx, twoFactorMail(frame, user, false), at);
  if (!user.is_admin) return;
  await recordAudit(tx, {
    actor: { userId: user.id, name: user.name },
    request,
    action: 'user.two_factor',
    entity: 'user',
    entityId: String(user.id),
    before: { two_factor: true },
    after: { two_factor: false },
    at,
  });
}
