import type { AdminMailDetail } from '#contract/admin/mails.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { decryptBodies } from './encrypt-mail.ts';
import { mailDetailView } from './mail.view.ts';
import type { MailBodies } from './mail-content.ts';
import { findMailRow, type MailRowWithBodies } from './outbox.store.ts';

interface ReadMailServices {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
}

function visibleBodies({ sealer, log }: ReadMailServices, row: MailRowWithBodies): MailBodies | undefined {
  const { text, html, sealed } = row;
  try {
    if (sealed) return decryptBodies(sealer, sealed);
  } catch (error) {
    log.error({ err: error, mailId: row.id }, 'The email was encrypted with another APP_SECRET');
    return undefined;
  }
  return text === null || html === null ? undefined : { text, html };
}

/**
 * A mail from the outbox with its content, unless it contains a one-time link.
 * @throws Refusal `mail.not_found`.
 */
export async function readMail(reading: ReadMailServices, id: number): Promise<AdminMailDetail> {
  const row = await findMailRow(reading.db, id);
  if (!row) throw new Refusal('mail.not_found');
  return mailDetailView(row, visibleBodies(reading, row));
}
