import { deviceName } from '#domain/accounts/device-name.ts';
import type { UserRow } from '#server/features/users/index.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import { countFailedLogin, type FailedAttempt, type FailedLogin } from '#server/platform/audit/failed-logins.store.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Records the login of an admin. */
export async function auditLogin(
  tx: Transaction,
  user: UserRow,
  request: RequestFacts,
  { at, withCode }: { readonly at: Date; readonly withCode: boolean },
): Promise<void> {
  if (!user.is_admin) return;
  await recordAudit(tx, {
    actor: { userId: user.id, name: user.name },
    request,
    action: 'user.login',
    entity: 'user',
    entityId: String(user.id),
    before: null,
    after: { device: deviceName(request.userAgent ?? null), second_step: withCode },
    at,
  });
}

const ACTIONS: Readonly<Partial<Record<Refusal['code'], FailedLogin>>> = {
  'auth.failed': 'user.login_failed',
  'auth.code_wrong': 'user.code_failed',
  'auth.locked': 'user.login_locked',
};

/** Runs a step of a login. On a refusal, counts the attempt and adds the account to the security log. */
export async function auditFailures<T>(
  db: Database,
  attempt: Omit<FailedAttempt, 'at'> & { readonly now: () => Date },
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const action = error instanceof Refusal ? ACTIONS[error.code] : undefined;
    if (!(error instanceof Refusal) || !action) throw error;
    error.concerns = attempt.userId;
    await countFailedLogin(db, { ...attempt, action, at: attempt.now() });
    throw error;
  }
}
