import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallKey } from '#contract/index.ts';
import { type FakeBank, openFakeBank } from '../../examples/bank-link/fake-bank.ts';
import { bankLink } from '../../examples/bank-link/plugin.ts';
import { ADMIN_WRITES, type AdminClient, AUDITED_CALLS, NOT_AUDITED } from '../clients/admin-writes.ts';
import { createAdmin, signIn } from '../factories/customer.ts';
import { notes } from '../fixtures/notes/plugin.ts';
import { openPayingShop, type PayingShop } from '../paying-shop.ts';
import { openSmtpServer, type TestSmtpServer } from '../servers/smtp-server.ts';

let shop: PayingShop;
let smtp: TestSmtpServer;
let bank: FakeBank;
let client: AdminClient;
let played: string[];
beforeAll(async () => {
  smtp = await openSmtpServer();
  bank = await openFakeBank();
  // The operator's mail server, used by the settings test.
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
  shop = await openPayingShop(env, { plugins: [notes(), bankLink(bank.url)] });
});
afterAll(async () => {
  await shop.close();
  await smtp.close();
  await bank.close();
});
beforeEach(async () => {
  played = [];
  const admin = await createAdmin(shop.services.db);
  const token = await signIn(shop, admin);
  client = {
    shop,
    admin,
    token,
    async call(key, input) {
      played.push(key);
      const [method = '', path = ''] = key.split(' ');
      const {
        params = {},
        query,
        body,
      } = input as {
        params?: Record<string, unknown>;
        query?: Record<string, string>;
        body?: object;
      };
      const url = `/api${path.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name]))}`;
      const headers = { authorization: `Bearer ${token}` };
      const response = await shop.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(query && { query }),
        ...(body && { payload: body }),
      });
      return succeeded(key, response.statusCode, response.body);
    },
    async upload(key, file) {
      played.push(key);
      const boundary = randomUUID();
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n`;
      const response = await shop.app.inject({
        method: 'POST',
        url: `/api${key.split(' ')[1]}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)]),
      });
      return succeeded(key, response.statusCode, response.body);
    },
  };
});

function succeeded(key: CallKey, status: number, body: string): unknown {
  if (status >= 300) throw new Error(`${key} was refused: ${status} ${body}`);
  return body.startsWith('{') ? JSON.parse(body) : body;
}

const audited = () =>
  shop.services.db.selectFrom('audit_entry').select(['id', 'actor_id', 'actor_name', 'action']).orderBy('id').execute();

test('every admin write of the contract is listed here, or says why it needs no audit', () => {
  expect([...Object.keys(ADMIN_WRITES), ...Object.keys(NOT_AUDITED)].sort()).toEqual([...AUDITED_CALLS].sort());
});

test.each(Object.entries(ADMIN_WRITES))('%s is in the audit log', async (key, prepare) => {
  const write = await prepare(client);
  const before = (await audited()).length;
  played = [];
  await write();
  expect(played).toEqual([key]);
  const rows = (await audited()).slice(before);
  expect(rows, 'It left no row in the audit log').not.toEqual([]);
  for (const row of rows) {
    expect(row).toMatchObject({ actor_id: client.admin.id, action: expect.stringMatching(/^\w+(\.\w+)+$/) });
  }
});
