import { isIPv6 } from 'node:net';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readTrustProxy, type TrustProxy } from './http/requests/trust-proxy.ts';
import { MIN_SECRET_LENGTH } from './security/sealing.ts';
import { StartError } from './start-error.ts';

const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off'])
  .transform((word) => /^(1|true|yes|on)$/.test(word));
const port = z.coerce.number().int().min(0).max(65_535);
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}`, abort: true });

/**
 * `pg` verifies the certificate in these modes as in `verify-full`, and warns in every process that a later version will not.
 * Replaced by that name, they keep their meaning, without the warning.
 */
const VERIFYING_MODE = /([?&]sslmode=)(?:allow|prefer|require|verify-ca)(?=&|$)/;
const DATABASE_EXAMPLE =
  'postgres://user:password@10.0.0.5:5432/shop; in a password, %40 stands for @, %2F for /, %3F for ? and %23 for #';
const databaseUrl = url(/^postgres(ql)?$/, DATABASE_EXAMPLE).transform((text) =>
  /[?&]uselibpqcompat=/.test(text) ? text : text.replace(VERIFYING_MODE, '$1verify-full'),
);

/** Paths are appended to it, and the shop's pages are at the root of their host. */
const origin = url(/^https?$/, 'https://shop.example').refine(
  (text) => {
    const { pathname, search, hash, username, password } = new URL(text);
    return /^\/*$/.test(pathname) && `${search}${hash}${username}${password}` === '';
  },
  { error: 'must be only the scheme and host of the shop, such as https://shop.example' },
);

const trustProxy = z.string().transform((text, context) => {
  try {
    return readTrustProxy(text);
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be the number of proxies before the shop, such as 1, or their addresses, such as 10.0.0.0/8,::1',
    });
    return z.NEVER;
  }
});

/** The environment, read once: names, limits and defaults. The README lists the same. */
const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_BACKUP_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  DATABASE_OUTAGE_WAIT_MS: z.coerce.number().int().min(0).max(30_000).default(9_000),
  SEARCH_ENGINE: z.enum(['memory', 'postgres']).default('memory'),
  CDN: z.enum(['varnish', 'fastly', 'cloudflare']).optional(),
  CDN_URL: z.string().min(1).optional(),
  CDN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  PAGE_CACHE_MB: z.coerce.number().int().min(8).max(65_536).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  APP_URL: origin.optional(),
  APP_SECRET: z.string().min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  SANDBOX_PORT: port.optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example:587').optional(),
  ALLOW_PRIVATE_ADDRESSES: flag.default(false),
  RATE_LIMIT: z.coerce.number().int().min(1).max(1_000_000_000).default(1000),
  REDIS_URL: url(/^rediss?$/, 'redis://:password@10.0.0.8:6379').optional(),
  TRUST_PROXY: trustProxy.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_TO: z.string().min(1).optional(),
  S3_ENDPOINT: url(/^https?$/, 'https://s3.eu-central-1.amazonaws.com').optional(),
  S3_REGION: z.string().min(1).default('auto'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://10.0.0.9:4318').optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).default(500),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: flag.optional(),
});

/** A folder, or a bucket of an S3-compatible storage. */
export type BackupPlace =
  | { readonly folder: string }
  | {
      readonly bucket: string;
      /** Of the objects' names, without slashes at its ends; may be empty. */
      readonly prefix: string;
      readonly endpoint: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/** A cache in front of the shop that the shop can purge. */
export interface CdnSettings {
  readonly kind: 'varnish' | 'fastly' | 'cloudflare';
  /** Addresses for purges, without a trailing slash. Each address gets every purge. */
  readonly urls: readonly string[];
  readonly token: string;
}

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Address of PostgreSQL itself, if `databaseUrl` is a connection pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** Address of PostgreSQL itself for backups, if it is another one. */
  readonly databaseBackupUrl: string | undefined;
  /** Address of a standby of the database, which answers reads. */
  readonly databaseReadUrl: string | undefined;
  readonly databasePool: number;
  /** How long requests wait while the database cannot be reached, from the beginning of the outage; 0: not at all. */
  readonly databaseOutageWaitMs: number;
  /** What answers lists and searches: an index in the memory of each node, or tables in PostgreSQL. */
  readonly searchEngine: 'memory' | 'postgres';
  /** Undefined: no shared cache may keep pages. */
  readonly cdn: CdnSettings | undefined;
  /** Memory for cached pages and public answers. */
  readonly pageCacheMegabytes: number;
  readonly dataDir: string;
  /** Public origin of the shop, without a trailing slash. Links in mails are built from it. */
  readonly appUrl: string;
  readonly appSecret: string | undefined;
  /** Undefined: the sandbox takes payments; in production, card payments are off until keys are set. */
  readonly stripe:
    | { readonly secretKey: string; readonly publishableKey: string; readonly webhookSecret: string }
    | undefined;
  readonly sandboxPort: number | undefined;
  readonly smtpUrl: string | undefined;
  /** Whether a mail server in the settings may have a loopback or private address. */
  readonly allowPrivateAddresses: boolean;
  /** Requests per minute and address. */
  readonly rateLimit: number;
  /** Redis or Valkey, which counts requests for rate limits. Undefined: the database does. */
  readonly redisUrl: string | undefined;
  /** Trusted proxies for `X-Forwarded-For`. Undefined: none. */
  readonly trustProxy: TrustProxy | undefined;
  /** Bearer token for `/metrics`. Undefined: off in production, elsewhere loopback only. */
  readonly metricsToken: string | undefined;
  /** Where backups are stored. */
  readonly backups: BackupPlace;
  /** The collector that traces and metrics are sent to, and the share of traces. Undefined: none. */
  readonly telemetry: { readonly endpoint: string; readonly sampled: number } | undefined;
  /** Statements that take longer are logged; 0: none. */
  readonly slowStatementMs: number;
  readonly logLevel: string;
  /** Whether an empty database is filled with the demo shop. */
  readonly demo: boolean;
}

/**
 * Reads and validates the environment.
 * @throws StartError naming the first invalid variable.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'The environment');
    throw new StartError(`${name} is not usable: ${issue?.message ?? 'unknown reason'}.`);
  }
  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  if (e.DATABASE_DIRECT_URL && !e.DATABASE_URL)
    throw new StartError('DATABASE_DIRECT_URL is set without DATABASE_URL: set both or neither.');
  if (e.DATABASE_BACKUP_URL && !e.DATABASE_URL)
    throw new StartError('DATABASE_BACKUP_URL is set without DATABASE_URL: set both or neither.');
  if (e.DATABASE_READ_URL && !e.DATABASE_URL)
    throw new StartError('DATABASE_READ_URL is set without DATABASE_URL: the embedded database has no replica.');
  const demo = e.DEMO ?? !production;
  if (production && demo)
    throw new StartError('DEMO is not allowed with NODE_ENV=production: its passwords are public.');
  return {
    production,
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    databaseBackupUrl: e.DATABASE_BACKUP_URL,
    databaseReadUrl: e.DATABASE_READ_URL,
    databasePool: e.DATABASE_POOL,
    databaseOutageWaitMs: e.DATABASE_OUTAGE_WAIT_MS,
    searchEngine: e.SEARCH_ENGINE,
    cdn: readCdn(e),
    pageCacheMegabytes: e.PAGE_CACHE_MB ?? defaultPageCacheMegabytes(),
    dataDir: resolve(e.DATA_DIR),
    appUrl: (e.APP_URL ?? `http://${hostForUrl(e.HOST)}:${e.PORT}`).replace(/\/+$/, ''),
    appSecret: e.APP_SECRET,
    stripe: readStripe(e),
    sandboxPort: e.SANDBOX_PORT,
    smtpUrl: e.SMTP_URL,
    allowPrivateAddresses: e.ALLOW_PRIVATE_ADDRESSES,
    rateLimit: e.RATE_LIMIT,
    redisUrl: e.REDIS_URL,
    trustProxy: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN,
    backups: readBackupPlace(e),
    telemetry: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT, sampled: e.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    slowStatementMs: e.SLOW_STATEMENT_MS,
    logLevel: e.LOG_LEVEL,
    demo,
  };
}

/** Loopback, and all addresses of the machine. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '0.0.0.0', '::1', '::']);

/** How an address to listen on is written in a URL, which has no place for the zone of an IPv6 address. */
function hostForUrl(host: string): string {
  if (LOCAL_HOSTS.has(host)) return 'localhost';
  return isIPv6(host) ? `[${host.replace(/%.*$/, '')}]` : host;
}

/** A sixteenth of the memory that the process may use; 128 MB hold the pages of 15,000 products. */
function defaultPageCacheMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(128, Math.max(16, Math.floor(memory / 16 / 1024 / 1024)));
}

function readStripe(e: z.output<typeof environment>): Config['stripe'] {
  const keys = [e.STRIPE_SECRET_KEY, e.STRIPE_PUBLISHABLE_KEY, e.STRIPE_WEBHOOK_SECRET];
  if (keys.every((key) => key === undefined)) return undefined;
  const [secretKey, publishableKey, webhookSecret] = keys;
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new StartError(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET belong together: set all three or none.',
    );
  }
  return { secretKey, publishableKey, webhookSecret };
}

function readCdn({ CDN: kind, CDN_URL, CDN_TOKEN: token }: z.output<typeof environment>): Config['cdn'] {
  if (!kind && !CDN_URL && !token) return undefined;
  if (!kind || !CDN_URL || !token)
    throw new StartError('CDN, CDN_URL and CDN_TOKEN belong together: set all three or none.');
  const urls = CDN_URL.split(',').map((one) => one.trim().replace(/\/+$/, ''));
  const isAddress = (one: string) => z.url({ protocol: /^https?$/ }).safeParse(one).success;
  if (!urls.every(isAddress)) throw new StartError('CDN_URL is not usable: it must be an http or https address.');
  if (urls.length > 1 && kind !== 'varnish')
    throw new StartError('CDN_URL is not usable: only Varnish can have several addresses.');
  return { kind, urls, token };
}

/** Longer than the letter of a Windows drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
const BUCKET = /^[sS]3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

function readBackupPlace(e: z.output<typeof environment>): BackupPlace {
  const place = e.BACKUP_TO;
  if (place === undefined) {
    const unused = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find((name) => e[name]);
    if (unused) throw new StartError(`${unused} is set without BACKUP_TO: name a bucket, such as s3://backups/shop.`);
    return { folder: resolve(e.DATA_DIR, 'backups') };
  }
  const [scheme] = SCHEME.exec(place) ?? [];
  if (scheme === undefined) return { folder: resolve(place) };
  if (scheme.toLowerCase() !== 's3:')
    throw new StartError('BACKUP_TO is not usable: it must be a folder, or a bucket such as s3://backups/shop.');
  const [, bucket, prefix = ''] = BUCKET.exec(place) ?? [];
  if (bucket === undefined) throw new StartError('BACKUP_TO is not usable: name a bucket, such as s3://backups/shop.');
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    throw new StartError(
      'BACKUP_TO names a bucket: set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and S3_REGION if the storage has regions.',
    );
  }
  const clean = prefix.replace(/^\/+|\/+$/g, '');
  return { bucket, prefix: clean, endpoint, region: e.S3_REGION, accessKeyId, secretAccessKey };
}
