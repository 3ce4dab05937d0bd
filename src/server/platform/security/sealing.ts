import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, syncDirectory, unusableDataDir } from '../machine/data-dir.ts';
import { unfinishedName } from '../machine/unfinished-files.ts';
import { StartError } from '../start-error.ts';

/** Encrypts what must not be readable in the database: secrets in the settings, stored responses. */
export interface Sealer {
  seal(text: string): Buffer;
  /** @throws when the bytes were changed or encrypted with another key. */
  open(sealed: Buffer): string;
  /** Deterministic for the same text; useless for guessing it without the key. */
  fingerprint(text: string): Buffer;
}

export const MIN_SECRET_LENGTH = 32;
const SECRET_FILE = 'app-secret';
const NEW_SECRET = { mode: 0o600, flag: 'wx', flush: true } as const;
/** How hard links fail where they do not exist, such as on SMB, FUSE or exFAT (on Windows: EISDIR). */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR'];
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key derived from the shop's secret. */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'stoa sealing v1', 32));
  const fingerprintKey = Buffer.from(hkdfSync('sha256', secret, '', 'stoa fingerprints v1', 32));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  };
}

/** The secret from the environment, or the one stored in `dataDir` (mode 600), generated at the first start. */
export async function loadAppSecret(configured: string | undefined, dataDir: string): Promise<string> {
  const found = await findAppSecret(configured, dataDir);
  if (found !== undefined) return found;
  const file = join(dataDir, SECRET_FILE);
  const complete = unfinishedName(file);
  try {
    const secret = randomBytes(32).toString('base64url');
    await writeFile(complete, secret, NEW_SECRET);
    // Unlike a rename, never replaces the secret that another node has just stored.
    await link(complete, file).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.includes(error.code ?? '')) throw error;
      // A node that starts at the same moment may find it incomplete, and has to be started again.
      return storeUnlinked(file, secret);
    });
    await syncDirectory(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusableDataDir(dataDir, error);
  } finally {
    await rm(complete, { force: true });
  }
  return readSecret(file);
}

/** Stores a new secret on a file system without hard links. If the process is killed meanwhile, the incomplete file has to be deleted. */
async function storeUnlinked(file: string, secret: string): Promise<void> {
  try {
    await writeFile(file, secret, NEW_SECRET);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true });
    throw error;
  }
}

/**
 * The secret, if there is one already.
 * @throws StartError for a stored one that cannot be read or is incomplete: the shop would encrypt with another key.
 */
export async function findAppSecret(configured: string | undefined, dataDir: string): Promise<string | undefined> {
  if (configured !== undefined) return configured;
  try {
    return await readSecret(join(dataDir, SECRET_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readSecret(file: string): Promise<string> {
  const secret = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error;
    throw new StartError(`The secret of the shop cannot be read from ${file}: ${reasonOf(error) ?? error.message}.`, {
      cause: error,
    });
  });
  if (secret.trim().length >= MIN_SECRET_LENGTH) return secret.trim();
  throw new StartError(
    `The secret of the shop in ${file} has fewer than ${MIN_SECRET_LENGTH} characters: put your copy of it there, or delete the file if the shop has never started.`,
  );
}

/** Tells secrets apart without revealing them. */
export const identifySecret = (secret: string): string =>
  createSealer(secret).fingerprint('identity of the secret').toString('hex').slice(0, 16);

/** SHA-256, for storing tokens. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A random 256-bit token. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
