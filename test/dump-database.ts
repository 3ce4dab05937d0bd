import pg from 'pg';

/** Every row of every table, including the job queue, as text: to prove what is not stored in plain text. */
export async function dumpDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const dumps: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT * FROM ${name}`);
      dumps.push(JSON.stringify(rows, (_key, value) => (isBytes(value) ? Buffer.from(value.data).toString() : value)));
    }
    return dumps.join('\n');
  } finally {
    await client.end();
  }
}

/** A Buffer, as `JSON.stringify` serialises it. */
const isBytes = (value: unknown): value is { readonly data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
