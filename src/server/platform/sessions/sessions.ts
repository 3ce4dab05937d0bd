import type { Clock } from '../clock.ts';
import { createBatchedReader } from '../concurrency/batched-reader.ts';
import type { Database } from '../database/database.ts';
import { retryOnBrokenConnection } from '../database/database-unavailable.ts';
import type { Caller } from '../http/handler.ts';
import { hashToken } from '../security/sealing.ts';
import { hasSecondFactor, readSessionRows, setLastSeen } from './sessions.store.ts';

/** `last_seen_at` is written at most this often, so that reading costs no write. */
const SEEN_EVERY_MS = 60_000;

export interface Sessions {
  /** The user of a bearer token. Undefined: unknown, ended, idle for too long, or the user was deactivated. */
  findCaller(token: string): Promise<Caller | undefined>;
}

/** The security settings for sessions. */
export interface SessionRules {
  /** Minutes without a request after which a session ends. */
  readonly sessionTimeout: number;
  readonly requireTwoFactorForAdmins: boolean;
}

/** @param hasReplica callers then get the position of their last write. */
export function createSessions(
  db: Database,
  now: Clock,
  rules: () => Promise<SessionRules>,
  hasReplica = false,
): Sessions {
  // Every authenticated request starts with this, so concurrent requests share one statement.
  const byHash = createBatchedReader(
    (hashes: string[]) =>
      readSessionRows(
        db,
        hashes.map((hash) => Buffer.from(hash, 'hex')),
        hasReplica,
      ),
    (row) => row.token_hash.toString('hex'),
  );
  return {
    async findCaller(token) {
      const hash = hashToken(token).toString('hex');
      const row = (await byHash.read([hash])).get(hash);
      const at = now();
      const { sessionTimeout, requireTwoFactorForAdmins } = await rules();
      const idleSince = new Date(at.getTime() - sessionTimeout * 60_000);
      if (!row || row.expires_at <= at || row.last_seen_at <= idleSince) return undefined;
      if (at.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
        await retryOnBrokenConnection(() => setLastSeen(db, row.id, at));
      }
      const needsSecondFactor = row.is_admin && requireTwoFactorForAdmins && !(await hasSecondFactor(db, row.user_id));
      return {
        userId: row.user_id,
        sessionId: row.id,
        isAdmin: row.is_admin && !needsSecondFactor,
        needsSecondFactor,
        name: row.name,
        email: row.email,
        writtenLsn: row.written_lsn,
      };
    },
  };
}
