import type { Database } from '#server/platform/database/database.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { encryptPlainMails, hasPlainMails } from './mail.store.ts';
import type { MailBodies } from './mail-content.ts';

/** Both bodies, encrypted as in the outbox. */
export function encryptBodies(sealer: Pick<Sealer, 'seal'>, { text, html }: MailBodies): Buffer {
  return sealer.seal(JSON.stringify([text, html]));
}

/** @throws when they were encrypted with another `APP_SECRET`. */
export function decryptBodies(sealer: Pick<Sealer, 'open'>, sealed: Buffer): MailBodies {
  const [text, html] = JSON.parse(sealer.open(sealed)) as [string, string];
  return { text, html };
}

const BATCH_SIZE = 100;

/** Encrypts mails that a node of an earlier version queued in plain text. */
export async function encryptQueuedMails(db: Database, sealer: Sealer, at: Date): Promise<void> {
  if (!(await hasPlainMails(db))) return;
  const seal = (bodies: MailBodies) => encryptBodies(sealer, bodies);
  while ((await encryptPlainMails(db, { limit: BATCH_SIZE, at, seal })) === BATCH_SIZE);
}
