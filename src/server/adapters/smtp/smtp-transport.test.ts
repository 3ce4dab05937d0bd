import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSmtpServer, type TestSmtpServer } from '#test/servers/smtp-server.ts';
import { createSmtpTransport, type SmtpSettings, sendTestMail } from './smtp-transport.ts';

let server: TestSmtpServer;
beforeAll(async () => {
  server = await openSmtpServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.mails.length = 0;
  server.logins.length = 0;
  server.connections = 0;
  server.refuse(undefined);
});

const settings = (more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  smtpHost: '',
  smtpPort: 587,
  smtpUsername: '',
  smtpPassword: undefined,
  smtpEncryption: 'none',
  fromEmail: 'orders@stoa.test',
  fromName: 'Stoa, the shop',
  ...more,
});
const byUrl = (more: Partial<SmtpSettings> = {}) =>
  createSmtpTransport({
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    allowPrivateAddresses: false,
    settings: async () => settings(more),
    appUrl: 'https://shop.example:8443',
  });
const bySettings = (more: Partial<SmtpSettings> = {}) =>
  createSmtpTransport({
    smtpUrl: undefined,
    allowPrivateAddresses: true,
    settings: async () => settings({ smtpHost: '127.0.0.1', smtpPort: server.port, ...more }),
    appUrl: 'https://shop.example',
  });
const mail = {
  key: 'mail-7-1700000000000',
  to: { name: 'Ada Lovelace', email: 'ada@example.test' },
  subject: 'Hello',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
};

function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

test('SMTP_URL alone is enough: no TLS, no login', async () => {
  const transport = byUrl();
  expect(await transport.isReady()).toBe(true);
  await transport.send(mail);
  const [received] = server.mails;
  expect(received).toMatchObject({ from: 'orders@stoa.test', to: ['ada@example.test'] });
  const headers = headersOf(received?.raw ?? '');
  expect(headers.get('from')).toBe('"Stoa, the shop" <orders@stoa.test>');
  expect(headers.get('to')).toBe('Ada Lovelace <ada@example.test>');
  expect(headers.get('subject')).toBe('Hello');
  expect(headers.get('message-id')).toBe('<mail-7-1700000000000@shop.example>');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(received?.raw).toContain('Hello Ada');
  expect(received?.raw).toContain('<p>Hello Ada</p>');
  expect(server.logins).toEqual([]);
});

test('the server from the settings is used with its stored password', async () => {
  const transport = bySettings({ smtpUsername: 'stoa', smtpPassword: 'open sesame' });
  expect(await transport.isReady()).toBe(true);
  await transport.send(mail);
  expect(server.mails).toHaveLength(1);
  expect(server.logins).toEqual(['stoa:open sesame']);
});

test('without a server nothing can be sent', async () => {
  expect(await bySettings({ smtpHost: '' }).isReady()).toBe(false);
});

test('nothing is sent unencrypted when the settings require TLS', async () => {
  await expect(
    bySettings({ smtpEncryption: 'tls', smtpUsername: 'u', smtpPassword: 'p' }).send(mail),
  ).rejects.toThrow();
  expect([server.mails, server.logins]).toEqual([[], []]);
});

test('a rejection is reported with the server’s reason', async () => {
  server.refuse('550 No such mailbox');
  await expect(byUrl().send(mail)).rejects.toThrow('550 No such mailbox');
});

test('line breaks cannot start a header or another recipient', async () => {
  await byUrl({ fromName: 'Stoa\r\nX-Evil: 1' }).send({
    ...mail,
    to: { name: 'Ada"\r\nBcc: victim@example.test', email: 'ada@example.test' },
    subject: 'Hello\r\nBcc: victim@example.test\r\n\r\nOther body',
  });
  const [received] = server.mails;
  expect(received?.to).toEqual(['ada@example.test']);
  const names = [...headersOf(received?.raw ?? '').keys()];
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('x-evil');
});

test('a line of a single dot does not end the mail', async () => {
  await byUrl().send({ ...mail, text: 'before\n.\nafter', html: '<p>x</p>' });
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.raw).toContain('after');
});

describe('the connection test', () => {
  const open = { smtpUrl: undefined, allowPrivateAddresses: true };
  const closed = { smtpUrl: undefined, allowPrivateAddresses: false };
  const onLoopback = (more: Partial<SmtpSettings> = {}) =>
    settings({ smtpHost: '127.0.0.1', smtpPort: server.port, smtpUsername: 'u', smtpPassword: 'p', ...more });
  const trial = { to: mail.to, subject: 'Test email', text: 'It works', html: '<p>It works</p>' };

  test('logs in and sends a mail', async () => {
    await sendTestMail(open, onLoopback(), trial);
    expect(server.logins).toEqual(['u:p', 'u:p']);
    expect(server.mails).toMatchObject([{ from: 'orders@stoa.test', to: [mail.to.email] }]);
  });

  test('reports failures in fixed sentences, never in the words of the server', async () => {
    const sentenceOf = (found: SmtpSettings) => sendTestMail(open, found, trial).catch((error: Error) => error.message);
    server.refuse('550 Not for you');
    expect(await sentenceOf(onLoopback())).toBe(
      'The mail server rejected the sender or the recipient of the test email.',
    );
    expect(await sentenceOf(onLoopback({ smtpEncryption: 'tls' }))).toBe(
      'The mail server does not offer this encryption.',
    );
    const noConnection = 'Could not connect to the mail server. Check its name, port, encryption and certificate.';
    expect(await sentenceOf(onLoopback({ smtpPort: 1 }))).toBe(noConnection);
    expect(await sentenceOf(onLoopback({ smtpEncryption: 'ssl' }))).toBe(noConnection);
    const other = createServer((socket) => socket.end('SSH-2.0-SecretInternalService\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await sentenceOf(onLoopback({ smtpPort: port }))).toBe(noConnection);
    await new Promise((resolve) => other.close(resolve));
  });

  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254'])(
    'does not connect to %s, unless the operator allows private addresses',
    async (smtpHost) => {
      await expect(sendTestMail(closed, onLoopback({ smtpHost }), trial)).rejects.toThrow(
        'This server is on a private network. The operator can allow that with ALLOW_PRIVATE_ADDRESSES=1.',
      );
      expect([server.connections, server.logins]).toEqual([0, []]);
    },
  );
});

test('mails are not sent to a private address from the settings', async () => {
  const found = settings({ smtpHost: 'localhost', smtpPort: server.port });
  const typed = { smtpUrl: undefined, allowPrivateAddresses: false, settings: async () => found };
  await expect(createSmtpTransport({ ...typed, appUrl: 'https://shop.example' }).send(mail)).rejects.toThrow(
    'private network',
  );
  expect(server.connections).toBe(0);
});
