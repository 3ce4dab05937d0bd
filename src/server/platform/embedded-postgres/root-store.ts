import { chmod, mkdir } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

const ROOT_STORE = '/var/lib/stoa';

/**
 * The directory for what a shop run by root can keep neither in its clone nor in DATA_DIR, as the database server's user
 * could not reach it there: a clone under /root is the common case.
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
