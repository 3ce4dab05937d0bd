import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { email, password, singleLine } from '#contract/fields.ts';
import { type AdminDetails, checkNewPassword, makeAdmin } from '#server/features/auth/index.ts';
import { readSection } from '#server/features/settings/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { reachDatabase } from '#server/platform/start-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { explainStartFailure } from '#server/platform/start-failure.ts';
import { readOptions } from './read-options.ts';

const USAGE = `Creates an admin of the shop of DATABASE_URL or DATA_DIR, running or not:
  npm run create-admin
  npm run create-admin -- --name 'Ada Lovelace' --email ada@example.com    asks for the password
Without a terminal the password comes from ADMIN_PASSWORD; ADMIN_NAME and ADMIN_EMAIL replace the flags.`;

const details = z.object({ name: singleLine(1, 120), email, password });

const undo: (() => Promise<unknown>)[] = [];

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** @param hidden input is not echoed. */
async function ask(question: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartError('Without a terminal, give --name and --email, and the password in ADMIN_PASSWORD.');
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true });
  prompt.on('SIGINT', () => process.exit(130));
  if (hidden) process.stdout.write(question);
  try {
    return await prompt.question(hidden ? '' : question);
  } finally {
    prompt.close();
    if (hidden) process.stdout.write('\n');
  }
}

async function askForDetails(): Promise<AdminDetails & { readonly password_confirmation: string }> {
  const { values } = readOptions(USAGE, { options: { name: { type: 'string' }, email: { type: 'string' } } });
  const { ADMIN_NAME, ADMIN_EMAIL, ADMIN_PASSWORD } = process.env;
  const given = {
    name: values.name ?? ADMIN_NAME ?? (await ask('Name: ')),
    email: values.email ?? ADMIN_EMAIL ?? (await ask('Email: ')),
    password: ADMIN_PASSWORD ?? (await ask('Password: ', true)),
  };
  const parsed = details.safeParse(given);
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  const confirmation = ADMIN_PASSWORD ?? (await ask('Password again: ', true));
  return { ...parsed.data, password_confirmation: confirmation };
}

async function createAdmin(): Promise<void> {
  const admin = await askForDetails();
  const database = await reachDatabase(readConfig(process.env), createLog('warn'));
  undo.push(database.stop);
  const url = database.connection.directUrl;
  await migrate(url, resolve(import.meta.dirname, '../migrations'), say);
  // Queries report their own failures; errors of idle connections do not matter here.
  const { db } = openDatabase({ url, poolSize: 2, onError: () => undefined });
  undo.push(() => db.destroy());
  const { siteName: shopName } = await readSection(db, 'site');
  await checkNewPassword(admin, { ...(await readSection(db, 'security')), shopName });
  const { user, isNew } = await makeAdmin(db, admin, new Date());
  say(
    isNew ? `${user.email} is an admin now.` : `${user.email} had an account: it is an admin now, with this password.`,
  );
}

function reasonsOf(refusal: Refusal): string {
  return Object.values(refusal.errors ?? {})
    .flat()
    .join('\n');
}

try {
  await createAdmin();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof Refusal) console.error(reasonsOf(error) || error.message);
  else console.error(explainStartFailure(error) ?? error);
} finally {
  for (const step of undo.reverse()) await step();
}
