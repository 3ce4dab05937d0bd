import { recordEvents } from '#server/features/events/index.ts';
import { deliverSoon, queueMail } from '#server/features/mail/index.ts';
import { notifyAdmins } from '#server/features/notifications/index.ts';
import { insertUser, isReservedEmail, type UserRow } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { issueToken } from '#server/platform/sessions/one-time-tokens.store.ts';
import { openSession } from '#server/platform/sessions/sessions.store.ts';
import { verificationMail } from './auth-mails.ts';
import { type AuthServices, mailFrame } from './auth-services.ts';

export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /** Checked against the shop's password rules. */
  readonly password: string;
}

export interface SignedIn {
  readonly token: string;
  readonly user: UserRow;
}

/** Another account uses the address: shown beside its field. */
export function emailTaken(): Refusal {
  const refusal = new Refusal('auth.email_taken');
  return new Refusal('auth.email_taken', { errors: { email: [refusal.message] } });
}

/**
 * Creates an account, logs it in and queues the verification mail.
 * @throws Refusal `auth.email_taken`.
 */
export async function registerCustomer(
  services: AuthServices,
  { name, email, phone, password }: Registration,
  from: RequestFacts,
): Promise<SignedIn> {
  const { db, now, jobs } = services;
  const frame = await mailFrame(services);
  const at = now();
  const passwordHash = await hashPassword(password);
  const signedIn = await inTransaction(db, async (tx) => {
    const user = await insertUser(tx, {
      name,
      email,
      phone,
      password_hash: passwordHash,
      last_login_at: at,
      created_at: at,
      updated_at: at,
    });
    if (!user || (await isReservedEmail(tx, email, { userId: user.id, at }))) throw emailTaken();
    const payload = { customerId: user.id, registeredBy: 'customer' as const };
    await recordEvents(tx, [{ type: 'customer.registered', payload }], at);
    const verification = await issueToken(tx, user.id, 'verify_email', at);
    if (verification !== undefined) await queueMail(tx, verificationMail(frame, user, verification), at);
    // No personal data: it would be in somebody else's mail.
    const news = {
      subject: 'A new customer',
      paragraphs: [`Customer number ${user.id} has created an account.`],
      action: { label: 'View users', path: '/admin/users' },
    };
    await notifyAdmins(tx, 'userNotifications', news, frame, at);
    return { token: await openSession(tx, user.id, from, at), user };
  });
  deliverSoon(jobs);
  return signedIn;
}
