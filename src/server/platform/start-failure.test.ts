import { createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { migrate } from './database/migrate.ts';
import { StartError } from './start-error.ts';
import { explainStartFailure } from './start-failure.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

function listen(host: string, port = 0): Promise<unknown> {
  const server = createServer();
  onTestFinished(async () => void server.close());
  return new Promise((resolve, reject) => {
    server.on('error', reject).listen(port, host, () => resolve(server.address()));
  });
}

test('names an address that the machine does not have, and a port that is taken', async () => {
  expect(explainStartFailure(await failureOf(listen('203.0.113.7')))).toBe(
    'HOST 203.0.113.7 is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all.',
  );
  const { port } = (await listen('127.0.0.1')) as { port: number };
  expect(explainStartFailure(await failureOf(listen('127.0.0.1', port)))).toBe(
    `Port ${port} is taken by another program. Stop it, or set PORT to another number.`,
  );
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { syscall: 'getaddrinfo', hostname: 'nowhere' });
  expect(explainStartFailure(unknown, 'nowhere')).toContain('HOST nowhere is not an address of this machine');
});

test('names a port that the user may not use', () => {
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 });
  expect(explainStartFailure(refused)).toContain('may not use port 80');
});

test('a role that lacks rights is reported, with the statement that makes it the owner', async () => {
  const url = new URL(inject('superuserUrl'));
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const name = `stoa_guest_${process.pid}`;
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'guest'`);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE ${name}`).finally(() => admin.end());
  });
  Object.assign(url, { username: name, password: 'guest', pathname: `/${name}` });
  const failure = await failureOf(migrate(url.href, 'migrations'));
  expect(explainStartFailure(failure)).toBe(
    "The database refuses what the shop needs (permission denied for schema public). Its role must own the database and the shop's tables: ALTER DATABASE … OWNER TO ….",
  );
});

test('a database that accepts no more connections is told apart from other failures', async () => {
  const { db, url, close } = await openTestDatabase();
  onTestFinished(close);
  await db.destroy();
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('superuserUrl') });
  await admin.connect();
  onTestFinished(() => admin.end());
  const guest = `${name}_guest`;
  await admin.query(`CREATE ROLE ${guest} LOGIN PASSWORD 'guest' CONNECTION LIMIT 0`);
  onTestFinished(async () => void (await admin.query(`DROP ROLE ${guest}`)));
  const full = Object.assign(new URL(url), { username: guest, password: 'guest' });
  const client = new pg.Client({ connectionString: full.href });
  expect(explainStartFailure(await failureOf(client.connect()))).toMatch(
    /^The database accepts no more connections \(too many connections for role/,
  );
});

test('messages for the operator are kept, and errors of the program are left with their stack trace', () => {
  expect(explainStartFailure(new StartError('Set PORT.'))).toBe('Set PORT.');
  expect(explainStartFailure(new TypeError('x is not a function'))).toBeUndefined();
});
