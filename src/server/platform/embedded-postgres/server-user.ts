import { chmod, chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../start-error.ts';
import { ProgramFailure } from './failure.ts';
import { runProgram, type SystemUser } from './run-program.ts';

/**
 * PostgreSQL refuses to run as root. No distribution, systemd range or other service uses this id (60706 to 61183 are
 * free), so nothing else on the machine can read the files or signal the server; 'nobody' is shared with other
 * programs.
 */
const SERVER_ID: SystemUser = { uid: 60_754, gid: 60_754 };

/** The database server's user: the shop's own (undefined), or for root the owner of the existing cluster. */
export async function chooseServerUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new StartError(
      'PostgreSQL refuses to run as root: start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : SERVER_ID;
}

/** Whether `user` can enter the directory or read the file at `path`, checked by the system itself. */
export async function canReach(path: string, user: SystemUser | undefined): Promise<boolean> {
  if (!user) return true;
  try {
    await runProgram('/bin/sh', ['-c', 'if [ -d "$1" ]; then test -x "$1"; else test -r "$1"; fi', 'sh', path], user);
    return true;
  } catch (error) {
    if (error instanceof ProgramFailure) return false;
    throw error;
  }
}

/**
 * Lets `user` traverse `directory` if only its permissions prevent that: a directory closed to others, as created by
 * mkdtemp or a strict umask, stays closed to them; the server's group may traverse it, not list it.
 */
export async function grantTraversal(directory: string, user: SystemUser): Promise<void> {
  const { mode, uid } = await stat(directory);
  if ((mode & 0o077) !== 0 || !(await canReach(dirname(directory), user))) return;
  await chown(directory, uid, user.gid);
  await chmod(directory, (mode & 0o700) | 0o010);
}

/** Changes the owner of a directory tree to `user`; of links themselves, not of their targets. */
export function changeOwner(path: string, user: SystemUser): Promise<void> {
  return runProgram('chown', ['-R', '-h', `${user.uid}:${user.gid}`, path], undefined);
}
