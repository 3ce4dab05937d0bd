import type pg from 'pg';

/** One connection, inside a transaction or for a single statement. */
export type Connection = Pick<pg.ClientBase, 'query'>;

/** The first row of a statement that returns at most one. */
export async function firstRow<Row extends object>(
  db: Connection,
  text: string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const { rows } = await db.query<Row>(text, [...values]);
  return rows[0];
}

/** The row of a statement that returns exactly one. */
export async function writtenRow<Row extends object>(
  db: Connection,
  text: string,
  values: readonly unknown[],
): Promise<Row> {
  const row = await firstRow<Row>(db, text, values);
  if (row === undefined) throw new Error('A statement that always writes a row wrote none.');
  return row;
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export type Transactor = <T>(work: (tx: Connection) => Promise<T>) => Promise<T>;

export function transactorOf(pool: pg.Pool): Transactor {
  return async (work) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      try {
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      }
    } finally {
      client.release(broken);
    }
  };
}
