import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { contentDisposition, MAX_CONCURRENT_FILES, sendFile } from './send-file.ts';

const app = Fastify();
afterAll(() => app.close());

test('a file name is kept, and cannot break out of its header', () => {
  expect(contentDisposition('orders 2026.csv')).toBe(
    `attachment; filename="orders 2026.csv"; filename*=UTF-8''orders%202026.csv`,
  );
  expect(contentDisposition('טלפון"\r\nSet-Cookie: a=b.csv')).toBe(
    `attachment; filename="________Set-Cookie: a=b.csv"; filename*=UTF-8''%D7%98%D7%9C%D7%A4%D7%95%D7%9F%22%0D%0ASet-Cookie%3A%20a%3Db.csv`,
  );
});

test('concurrent exports are limited; others wait after their headers', async () => {
  const open: (() => void)[] = [];
  let written = 0;
  async function* parts() {
    yield 'head\n';
    await new Promise<void>((resolve) => open.push(resolve));
    yield 'body\n';
    written += 1;
  }
  app.get('/', (_request, reply) => sendFile(reply, 'text/csv; charset=utf-8', { name: 'a.csv', content: parts() }));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const wanted = MAX_CONCURRENT_FILES + 2;
  const answers = await Promise.all(Array.from({ length: wanted }, () => fetch(origin)));
  await expect.poll(() => open.length).toBe(MAX_CONCURRENT_FILES);
  const files = answers.map((answer) => answer.text());
  open[0]?.();
  await expect.poll(() => open.length).toBe(MAX_CONCURRENT_FILES + 1);
  expect(written).toBe(1);
  open.slice(1).forEach((resume) => {
    resume();
  });
  await expect.poll(() => open.length).toBe(wanted);
  open.at(-1)?.();
  expect(await Promise.all(files)).toEqual(answers.map(() => 'head\nbody\n'));
});
