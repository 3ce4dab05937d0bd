import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { reachDatabase } from '#server/platform/start-database.ts';
import { print } from '../src/announce-shop.ts';
import { psqlAddress } from './psql-address.ts';
import { readOptions } from './read-options.ts';
import { runTask } from './run-task.ts';
import { formatResult } from './sql-result.ts';

const USAGE = `SQL on the shop's database, whether or not the shop is running. Uses psql if installed, else a prompt that
supports only SQL: the embedded PostgreSQL has no client.
  npm run db:psql
  npm run db:psql -- -c 'SELECT count(*) FROM product'`;

await runTask(async () => {
  const { values } = readOptions(USAGE, { options: { command: { type: 'string', short: 'c' } } });
  const database = await reachDatabase(readConfig(process.env), createLog('warn'));
  // Ctrl-C cancels the running statement.
  process.on('SIGINT', () => undefined);
  try {
    const { directUrl } = database.connection;
    // psql takes the operator's address as it is: `sslmode` means less to it than to the shop, which always verifies the certificate.
    const ownAddress = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
    if (!runPsql(ownAddress || directUrl, values.command)) await runPrompt(directUrl, values.command);
  } finally {
    await database.stop();
  }
});

/** @returns false when psql is not installed. */
function runPsql(url: string, command: string | undefined): boolean {
  const { password, url: address } = psqlAddress(url);
  const args = [address, ...(command === undefined ? [] : ['-c', command])];
  const { error, status } = spawnSync('psql', args, {
    stdio: 'inherit',
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  if (error) return false;
  process.exitCode = status ?? 1;
  return true;
}

async function runPrompt(connectionString: string, command: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const run = async (statement: string) => {
    try {
      const results = [await client.query({ text: statement, rowMode: 'array' })].flat();
      for (const result of results) print(formatResult(result));
    } catch (error) {
      process.exitCode = 1;
      print(`ERROR: ${(error as Error).message}`);
    }
  };
  try {
    if (command !== undefined) await run(command);
    else if (!process.stdin.isTTY) await run(await text(process.stdin));
    else await readStatements(run);
  } finally {
    await client.end();
  }
}

async function readStatements(run: (statement: string) => Promise<void>): Promise<void> {
  print('psql is not installed; this prompt takes SQL. End a statement with ; and leave with \\q.');
  const prompt = createInterface({ input: process.stdin, output: process.stdout, prompt: 'stoa=> ' });
  prompt.prompt();
  let statement = '';
  for await (const line of prompt) {
    if (line.trim() === '\\q') break;
    statement += `${line}\n`;
    if (line.trimEnd().endsWith(';')) {
      await run(statement);
      statement = '';
    }
    prompt.setPrompt(statement.trim() === '' ? 'stoa=> ' : 'stoa-> ');
    prompt.prompt();
  }
  prompt.close();
}
