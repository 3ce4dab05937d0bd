import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { createLog } from './log.ts';

function recorded(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })));
  return lines.join('');
}

test('tokens and passwords are redacted, query strings omitted', () => {
  const said = recorded((log) => {
    log.info({
      password: 'secret-1',
      body: { token: 'secret-2' },
      req: { method: 'GET', url: '/a?t=secret-3', id: 1 },
    });
  });
  expect(said).not.toMatch(/secret-\d/);
  expect(said).toContain('"path":"/a"');
});

test('a database error is logged without its rows', async () => {
  const { db, close } = await openTestDatabase();
  const failure: unknown = await db
    .insertInto('users')
    .values({ name: '', email: 'ada@example.test', password_hash: 'secret-hash' })
    .execute()
    .catch((error: unknown) => error);
  await close();
  expect(JSON.stringify(failure)).toContain('secret-hash');
  const said = recorded((log) => log.error({ err: failure }, 'It failed'));
  expect(said).toContain('violates check constraint');
  expect(said).not.toMatch(/secret-hash|ada@example/);
});

// Windows writes to pipes synchronously.
test.skipIf(process.platform === 'win32')('a reader of the log that stalls does not stop the shop', async () => {
  const program = `
    import { createLog } from '#server/platform/log.ts';
    void process.stdout; // Makes the pipe non-blocking.
    const log = createLog('info');
    for (let line = 0; line < 200; line += 1) log.info('x'.repeat(20_000));
    console.error('written');
    setInterval(() => log.info('The shop goes on'), 20);`;
  const shop = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await once(shop.stderr, 'data', { signal: AbortSignal.timeout(10_000) });
    let said = '';
    shop.stdout.on('data', (chunk) => {
      said += String(chunk);
    });
    await expect.poll(() => said, { timeout: 5_000 }).toMatch(/"lines":\d+,"msg":"Log lines were dropped/);
    expect(said).toContain('The shop goes on');
  } finally {
    shop.kill('SIGKILL');
    await once(shop, 'exit');
  }
});
