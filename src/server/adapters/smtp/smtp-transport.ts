import { createTransport } from 'nodemailer';
import type { MailTransport } from '#server/features/mail/index.ts';
import { ConnectionFailed, type TestMail } from '#server/features/settings/index.ts';

/** The e-mail settings with their password, as the merchant entered them. */
export interface SmtpSettings {
  /** Empty: not set up yet. */
  readonly smtpHost: string;
  readonly smtpPort: number;
  readonly smtpUsername: string;
  readonly smtpPassword: string | undefined;
  /** `tls`: STARTTLS is required; `ssl`: TLS from the start; `none`: in the clear. */
  readonly smtpEncryption: 'tls' | 'ssl' | 'none';
  readonly fromEmail: string;
  readonly fromName: string;
}

export interface SmtpOptions {
  /** `SMTP_URL`, which goes before the settings' server. */
  readonly smtpUrl: string | undefined;
  readonly settings: () => Promise<SmtpSettings>;
  /** Its host names the messages. */
  readonly appUrl: string;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
/** A server that keeps the conversation alive without finishing it is left after this. */
const CONVERSATION_MS = 60_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function serverFromUrl(url: string) {
  // What stays on this machine needs no encryption, and its certificate would be nobody's.
  return { url, ignoreTLS: LOOPBACK.test(new URL(url).hostname) };
}

function serverFromSettings(settings: SmtpSettings) {
  const { smtpHost, smtpPort, smtpUsername, smtpPassword, smtpEncryption } = settings;
  return {
    host: smtpHost,
    port: smtpPort,
    secure: smtpEncryption === 'ssl',
    requireTLS: smtpEncryption === 'tls',
    ignoreTLS: smtpEncryption === 'none',
    ...(smtpUsername ? { auth: { user: smtpUsername, pass: smtpPassword ?? '' } } : {}),
  };
}

function connect(smtpUrl: string | undefined, settings: SmtpSettings, timeouts = TIMEOUTS) {
  const server = smtpUrl === undefined ? serverFromSettings(settings) : serverFromUrl(smtpUrl);
  return createTransport({ ...server, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
}

/** Mails by SMTP; settings are read for each mail, so that a change counts at once. */
export function createSmtpTransport({ smtpUrl, settings, appUrl }: SmtpOptions): MailTransport {
  const domain = new URL(appUrl).hostname;
  return {
    async isReady() {
      return smtpUrl !== undefined || (await settings()).smtpHost !== '';
    },
    async send({ key, to, replyTo, subject, text, html }) {
      const current = await settings();
      await connect(smtpUrl, current).sendMail({
        from: { name: current.fromName, address: current.fromEmail },
        to: { name: to.name, address: to.email },
        ...(replyTo && { replyTo: { name: replyTo.name, address: replyTo.email } }),
        envelope: { from: current.fromEmail, to: [to.email] },
        subject,
        text,
        html,
        messageId: `<${key}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(CONVERSATION_MS),
      });
    },
  };
}

/** Within the ten seconds that the admin's browser waits (storefront §9). */
const TEST_TIMEOUTS = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 4_000, dnsTimeout: 3_000 };
const TEST_MS = 9_000;
const MAX_REASON_LENGTH = 300;

/** What the merchant can do something about, in words; what the server itself said, as it said it. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (message?.includes('ECONNREFUSED')) return 'nothing answers at this address and port.';
  if (code === 'EDNS' || message?.includes('ENOTFOUND')) return 'there is no server with this name.';
  if (code === 'ETIMEDOUT') return 'there was no answer in time. Is the port right, and is it open?';
  return String(message ?? error).slice(0, MAX_REASON_LENGTH);
}

/**
 * Greets the mail server, logs in and hands it a mail, all with settings that need not be saved: the settings'
 * connection test.
 * @throws ConnectionFailed with the server's or the network's reason.
 */
export async function sendTestMail(
  smtpUrl: string | undefined,
  settings: SmtpSettings,
  { to, ...mail }: TestMail,
): Promise<void> {
  const server = connect(smtpUrl, settings, TEST_TIMEOUTS);
  const signal = AbortSignal.timeout(TEST_MS);
  try {
    await server.verify();
    await server.sendMail({
      from: { name: settings.fromName, address: settings.fromEmail },
      to: { name: to.name, address: to.email },
      ...mail,
      signal,
    });
  } catch (error) {
    throw new ConnectionFailed(`The mail server did not take the test mail: ${reasonOf(error)}`);
  }
}
