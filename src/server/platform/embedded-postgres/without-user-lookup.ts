import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Programs, programPath } from './programs.ts';
import type { SystemUser } from './run-program.ts';
import { changeOwner } from './server-user.ts';

const LOOK_UP = Buffer.from('\0getpwuid\0');
const FIRST_ENTRY = Buffer.from('\0getpwent\0');

/**
 * Runs `task` with copies of PostgreSQL's programs that do not need an entry in /etc/passwd for the current user.
 * initdb looks up the user's name and fails without one, although the name is not needed (`--username` names the
 * superuser). Ids without a name are common: containers run with them, and the id that root switches to for the server
 * has none on purpose. In the copies, the imported function `getpwuid` is replaced by `getpwent`, which accepts any
 * argument and returns an entry of the same type. The server itself never looks up a name and runs unmodified.
 * @param directory for the copies during the task; `user` can access it.
 */
export async function withoutUserLookup(
  programs: Programs,
  directory: string,
  user: SystemUser | undefined,
  task: (patched: Programs) => Promise<void>,
): Promise<void> {
  const patched = { ...programs, directory: join(directory, 'postgres.programs') };
  await rm(patched.directory, { recursive: true, force: true });
  try {
    await mkdir(join(patched.directory, 'bin'), { recursive: true });
    for (const part of ['lib', 'share']) await symlink(join(programs.directory, part), join(patched.directory, part));
    for (const name of ['initdb', 'postgres'] as const) {
      const program = await readFile(programPath(programs, name));
      const at = program.indexOf(LOOK_UP);
      if (at >= 0) FIRST_ENTRY.copy(program, at);
      await writeFile(programPath(patched, name), program, { mode: 0o755 });
    }
    if (user) await changeOwner(patched.directory, user);
    await task(patched);
  } finally {
    await rm(patched.directory, { recursive: true, force: true });
  }
}
