import { chmod, mkdir } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

const ROOT_STORE = '/var/lib/stoa';

/**
 * The directory for files of a shop run by root that can be neither in its clone nor in DATA_DIR, because the database
 * server's user could not access them there: a clone in /root is the common case.
 */
export async function openRootStore(): Promise<string> {
  try {
    await mkdir(ROOT_STORE, { recursive: true });
    await chmod(ROOT_STORE, 0o755);
  } catch (error) {
    throw new StartError(
      `PostgreSQL refuses to run as root, and its own user can neither reach the shop's directory nor be given a place in ${ROOT_STORE} (${(error as NodeJS.ErrnoException).code}): start the shop as an ordinary user.`,
      { cause: error },
    );
  }
  return ROOT_STORE;
}
