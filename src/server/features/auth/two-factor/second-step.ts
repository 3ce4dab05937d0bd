import { Secret, TOTP } from 'otpauth';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken, type Sealer } from '#server/platform/security/sealing.ts';
import { type AttemptLimit, type LimitedCount, limitAttempts } from '../limit-attempts.ts';
import { consumeRecoveryCode, consumeTimeStep, findTwoFactor } from './two-factor.store.ts';

/** The usual parameters of RFC 6238, which every app supports. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Tolerate a clock that is one step off in either direction. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** 80 random bits: a fast hash is enough. */
const RECOVERY_BYTES = 10;

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

function totp(secret: string, label: { readonly shopName: string; readonly email: string }): TOTP {
  return new TOTP({
    // A colon separates issuer and label.
    issuer: label.shopName.replaceAll(':', ' '),
    label: label.email,
    secret: Secret.fromBase32(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
}

/** Content of the QR code. */
export const otpauthUrl = (secret: string, label: { readonly shopName: string; readonly email: string }): string =>
  totp(secret, label).toString();

/** The time step that the code belongs to; undefined when it is not valid now. */
function stepOf(secret: string, code: string, at: Date): number | undefined {
  const delta = totp(secret, { shopName: '', email: '' }).validate({
    token: code,
    timestamp: at.getTime(),
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Recovery codes to show once, in groups of four, and their hashes. */
export function newRecoveryCodes(): { readonly codes: string[]; readonly hashes: Buffer[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32);
  return { codes: plain.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')), hashes: plain.map(hashToken) };
}

const bare = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

interface CodeServices {
  readonly db: Database;
  readonly sealer: Sealer;
}

/** Accepts a code from the app; each code works once. */
export async function acceptAppCode(
  { db, sealer }: CodeServices,
  userId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const known = await findTwoFactor(db, userId);
  const step = known && stepOf(sealer.open(known.secret), bare(code), at);
  return step !== undefined && consumeTimeStep(db, userId, step);
}

/** Accepts a code from the app or a recovery code. */
export function acceptCode(services: CodeServices, userId: number, code: string, at: Date): Promise<boolean> {
  if (/^\d{6}$/.test(bare(code))) return acceptAppCode(services, userId, code, at);
  return consumeRecoveryCode(services.db, userId, hashToken(bare(code)));
}

/** Counted separately, for the account over all addresses: there are only a million codes. */
const ANYWHERE = 'second step';

/**
 * Checks a code unless there were too many failures.
 * @throws Refusal `auth.code_wrong` for its field, or `auth.locked`.
 */
export async function limitCodes(
  db: Database,
  email: string,
  limit: AttemptLimit,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const { now, maxAttempts } = limit;
  const count: LimitedCount = { email, address: ANYWHERE, maxAttempts, forgets: 'after_last', isClearedByRight: true };
  if (await limitAttempts(db, [count], { now, refusal: 'auth.locked' }, isRight)) return;
  const { message } = new Refusal('auth.code_wrong');
  throw new Refusal('auth.code_wrong', { errors: { code: [message] } });
}
