import type { UserRow } from '#server/features/users/index.ts';
import { type AuditedChange, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';

type AuditValues = NonNullable<AuditedChange['after']>;
type ChangeOrigin = Pick<AuditedChange, 'request' | 'at'>;

/** Records that an admin changed their password, without the password. */
export async function auditPassword(tx: Transaction, user: UserRow, by: ChangeOrigin): Promise<void> {
  await auditOwn(tx, user, { ...by, action: 'user.password', before: null, after: null });
}

/** Records that an admin reset their password by mail. */
export async function auditPasswordReset(tx: Transaction, user: UserRow, by: ChangeOrigin): Promise<void> {
  await auditOwn(tx, user, { ...by, action: 'user.password_reset', before: null, after: null });
}

/** Records that an admin verified their address. */
export async function auditEmailVerification(tx: Transaction, user: UserRow, by: ChangeOrigin): Promise<void> {
  await auditOwn(tx, user, { ...by, action: 'user.email_verified', before: null, after: null });
}

/** Records the changed fields of an admin's own profile. */
export async function auditProfile(
  tx: Transaction,
  { before, after }: { readonly before: UserRow; readonly after: UserRow },
  by: ChangeOrigin,
): Promise<void> {
  const [was, is] = [profileFacts(before), profileFacts(after)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  if (changed.length === 0) return;
  const only = (facts: AuditValues) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  await auditOwn(tx, after, { ...by, action: 'user.profile', before: only(was), after: only(is) });
}

/** Records that an admin requested a new address, which takes effect once it is confirmed. */
export async function auditPendingEmail(
  tx: Transaction,
  user: UserRow,
  newEmail: string,
  by: ChangeOrigin,
): Promise<void> {
  const before = { pending_email: null };
  await auditOwn(tx, user, { ...by, action: 'user.profile', before, after: { pending_email: newEmail } });
}

/** Records that an admin's email change was cancelled with the link in a mail. */
export async function auditCancelledEmailChange(tx: Transaction, user: UserRow, by: ChangeOrigin): Promise<void> {
  await auditOwn(tx, user, { ...by, action: 'user.email_change_cancelled', before: null, after: null });
}

async function auditOwn(
  tx: Transaction,
  user: UserRow,
  change: Pick<AuditedChange, 'request' | 'at' | 'action' | 'before' | 'after'>,
): Promise<void> {
  if (!user.is_admin) return;
  const actor = { userId: user.id, name: user.name };
  await recordAudit(tx, { ...change, actor, entity: 'user', entityId: String(user.id) });
}

const profileFacts = ({ name, email, phone, date_of_birth, gender, preferences: { bio } }: UserRow): AuditValues => ({
  name,
  email,
  phone,
  date_of_birth,
  gender,
  bio: typeof bio === 'string' ? bio : null,
});
