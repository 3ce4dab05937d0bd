import { queueMail } from '#server/features/mail/index.ts';
import type { UserRow } from '#server/features/users/index.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { type MailFrame, twoFactorMail } from '../auth-mails.ts';

export interface TwoFactorNotice {
  readonly frame: MailFrame;
  readonly request: RequestFacts;
  readonly at: Date;
}

/** Notifies the owner by mail that two-factor sign-in is now on or off and, for admins, writes an audit row. */
export async function announceTwoFactor(
  tx: Transaction,
  user: UserRow,
  isOn: boolean,
  { frame, request, at }: TwoFactorNotice,
): Promise<void> {
  await queueMail(tx, twoFactorMail(frame, user, isOn), at);
  if (!user.is_admin) return;
  await recordAudit(tx, {
    actor: { userId: user.id, name: user.name },
    request,
    action: 'user.two_factor',
    entity: 'user',
    entityId: String(user.id),
    before: { two_factor: !isOn },
    after: { two_factor: isOn },
    at,
  });
}
