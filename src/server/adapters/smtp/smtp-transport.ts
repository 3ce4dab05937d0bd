import type { SMTPTransportOptions } from 'nodemailer';
import type { MailTransport } from '#server/features/mail/index.ts';
import { ConnectionFailed, type TestMail } from '#server/features/settings/index.ts';
import { openCheckedSocket, PrivateAddressError } from '#server/platform/security/public-address.ts';

/** The email settings with their password, as entered by the merchant. */
export interface SmtpSettings {
  /** Empty: not configured. */
  readonly smtpHost: string;
  readonly smtpPort: number;
  readonly smtpUsername: string;
  readonly smtpPassword: string | undefined;
  /** `tls`: STARTTLS is required; `ssl`: TLS from the start; `none`: no encryption. */
  readonly smtpEncryption: 'tls' | 'ssl' | 'none';
  readonly fromEmail: string;
  readonly fromName: string;
}

/** Options from environment variables. */
export interface SmtpEnvironment {
  /** `SMTP_URL`, which takes precedence over the settings and may be any address. */
  readonly smtpUrl: string | undefined;
  /** Whether the server in the settings may have a loopback or private address. */
  readonly allowPrivateAddresses: boolean;
}

export interface SmtpOptions extends SmtpEnvironment {
  readonly settings: () => Promise<SmtpSettings>;
  /** Its host is used in Message-ID headers. */
  readonly appUrl: string;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
/** Total time limit, for servers that keep the conversation alive without finishing it. */
const CONVERSATION_MS = 60_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function serverFromUrl(url: string) {
  // Loopback connections need no encryption, and no certificate could match.
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

type OpenSocket = NonNullable<SMTPTransportOptions['getSocket']>;

/** Opens nodemailer's connection to a server from the settings. */
function openSocketTo({ allowPrivateAddresses: allowPrivate }: SmtpEnvironment): OpenSocket {
  return ({ host = '', port, connectionTimeout: timeoutMs = TIMEOUTS.connectionTimeout }, callback) => {
    openCheckedSocket({ host, port: Number(port), timeoutMs, allowPrivate }).then(
      (connection) => callback(null, { connection }),
      (error: Error) => callback(error),
    );
  };
}

async function connect(environment: SmtpEnvironment, settings: SmtpSettings, timeouts = TIMEOUTS) {
  // Loaded with the first mail: it would add a tenth of a second to every start.
  const { createTransport } = await import('nodemailer');
  const { smtpUrl } = environment;
  const server =
    smtpUrl === undefined
      ? { ...serverFromSettings(settings), getSocket: openSocketTo(environment) }
      : serverFromUrl(smtpUrl);
  return createTransport({ ...server, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
}

/** Sends mails by SMTP; settings are read for each mail, so changes apply at once. */
export function createSmtpTransport({ settings, appUrl, ...environment }: SmtpOptions): MailTransport {
  const domain = new URL(appUrl).hostname;
  return {
    async isReady() {
      return environment.smtpUrl !== undefined || (await settings()).smtpHost !== '';
    },
    async send({ key, to, replyTo, subject, text, html }) {
      const current = await settings();
      const server = await connect(environment, current);
      await server.sendMail({
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

/** Within the browser's timeout of ten seconds (storefront §9). */
const TEST_TIMEOUTS = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 4_000, dnsTimeout: 3_000 };
const TEST_MS = 9_000;

const NO_CONNECTION = 'Could not connect to the mail server. Check its name, port, encryption and certificate.';
/**
 * By nodemailer's error codes. The server's own messages are never shown: they would describe whatever listens there.
 */
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server rejected the user name or password.',
  ETLS: 'The mail server does not offer this encryption.',
  EENVELOPE: 'The mail server rejected the sender or the recipient of the test email.',
  EMESSAGE: 'The mail server rejected the test email.',
};

/**
 * One of a few fixed messages. Refused, closed and filtered ports look the same, so the test cannot be used as a port
 * scanner.
 */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return error.message;
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? NO_CONNECTION;
}

/**
 * Tests the email settings, saved or not: connects, logs in and sends a mail.
 * @throws ConnectionFailed with a fixed message.
 */
export async function sendTestMail(
  environment: SmtpEnvironment,
  settings: SmtpSettings,
  { to, ...mail }: TestMail,
): Promise<void> {
  const server = await connect(environment, settings, TEST_TIMEOUTS);
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
    throw new ConnectionFailed(reasonOf(error));
  }
}
