import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endSessionOf, endSessionsOf } from '#server/platform/sessions/sessions.store.ts';

const AUDITED_ACTION = 'user.sessions_ended';

/**
 * Signs one device of an account out.
 * @throws Refusal `session.not_found`, also for a session of another account.
 */
export async function endOneSession(db: Database, sessionId: number, by: OwnChange): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await endSessionOf(tx, by.caller.userId, sessionId))) throw new Refusal('session.not_found');
    await recordOwnChange(tx, by, { action: AUDITED_ACTION, after: { devices: 1 } });
  });
}

/** Signs all devices of an account out except the caller's. @returns how many. */
export function endOtherSessions(db: Database, by: OwnChange): Promise<number> {
  return inTransaction(db, async (tx) => {
    const devices = await endSessionsOf(tx, by.caller.userId, by.caller.sessionId);
    await recordOwnChange(tx, by, { action: AUDITED_ACTION, after: { devices } });
    return devices;
  });
}
