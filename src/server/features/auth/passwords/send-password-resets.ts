import { queueMail } from '#server/features/mail/index.ts';
import { findUserByEmail } from '#server/features/users/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { issueToken } from '#server/platform/sessions/one-time-tokens.store.ts';
import { type MailFrame, passwordResetMail } from '../auth-mails.ts';
import { takeResetRequests } from './reset-requests.store.ts';

const BATCH_SIZE = 50;

async function sendReset(tx: Transaction, email: string, frame: MailFrame, at: Date): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (!user?.is_active) return;
  const token = await issueToken(tx, user.id, 'reset_password', at);
  if (token !== undefined) await queueMail(tx, passwordResetMail(frame, user, token), at);
}

/** Processes password reset requests and queues a mail for those that have an account. */
export async function sendPasswordResets(db: Database, frame: MailFrame, now: Clock): Promise<void> {
  let taken: number;
  do {
    taken = await inTransaction(db, async (tx) => {
      const requests = await takeResetRequests(tx, BATCH_SIZE);
      for (const email of requests.emails) await sendReset(tx, email, frame, now());
      return requests.taken;
    });
  } while (taken === BATCH_SIZE);
}
