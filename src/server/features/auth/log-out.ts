import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { endSession } from '#server/platform/sessions/sessions.store.ts';

/** Ends the caller's session. */
export async function logOut(db: Database, by: OwnChange): Promise<void> {
  await inTransaction(db, async (tx) => {
    await endSession(tx, by.caller.sessionId);
    await recordOwnChange(tx, by, { action: 'user.logout' });
  });
}
