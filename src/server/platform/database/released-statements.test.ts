import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';

/** The prepared statements of the last release, as its own tests ran them. */
const STATEMENTS = readFileSync('migrations/released-statements.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as string);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await openTestDatabase(1);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

/** What PostgreSQL says against the statements: it looks up their tables, columns, functions and types. */
async function findRefused(statements: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      await client.query(`PREPARE released_${index} AS ${statement}`);
      await client.query(`DEALLOCATE released_${index}`);
    } catch (error) {
      refused.push(`${(error as Error).message}: ${statement}`);
    }
  }
  return refused;
}

test("the last release's statements are valid on the current schema", async () => {
  expect(STATEMENTS.length).toBeGreaterThan(400);
  expect(await findRefused(STATEMENTS)).toEqual([]);
});

test('a dropped column is detected in every statement that names it', async () => {
  await client.query('BEGIN');
  await client.query('ALTER TABLE users RENAME COLUMN phone TO telephone');
  await client.query('SAVEPOINT unharmed');
  const [statement = ''] = STATEMENTS.filter((text) => text.includes('"phone"'));
  expect(await findRefused([statement])).toEqual([
    expect.stringContaining('column "phone" of relation "users" does not exist'),
  ]);
  await client.query('ROLLBACK');
});
