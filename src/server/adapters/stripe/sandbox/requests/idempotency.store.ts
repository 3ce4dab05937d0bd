import { type Connection, firstRow } from '../database.ts';

/** The answer that was given under an idempotency key. */
export interface StoredAnswerRow {
  readonly fingerprint: string;
  /** Id of the first request. */
  readonly request: string;
  readonly status: number;
  readonly body: object;
}

/** Whether this transaction now owns the key; it does until it ends, even by a crash. */
export async function holdKey(db: Connection, key: string): Promise<boolean> {
  const row = await firstRow<{ held: boolean }>(
    db,
    'SELECT pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) AS held',
    ['stoa sandbox idempotency', key],
  );
  return row?.held === true;
}

export function findAnswer(db: Connection, key: string, since: Date): Promise<StoredAnswerRow | undefined> {
  return firstRow(
    db,
    'SELECT fingerprint, request, status, body FROM sandbox.idempotency_keys WHERE key = $1 AND created > $2',
    [key, since],
  );
}

export async function storeAnswer(db: Connection, key: string, answer: StoredAnswerRow, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO sandbox.idempotency_keys (key, fingerprint, request, status, body, created)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, request = excluded.request,
       status = excluded.status, body = excluded.body, created = excluded.created`,
    [key, answer.fingerprint, answer.request, answer.status, answer.body, now],
  );
}

export async function deleteAnswers(db: Connection, before: Date): Promise<void> {
  await db.query('DELETE FROM sandbox.idempotency_keys WHERE created <= $1', [before]);
}
