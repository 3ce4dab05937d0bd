import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { ProgramFailure } from './failure.ts';

/** A system user and group, by id. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The environment of PostgreSQL's programs: neither the shop's secrets nor the PG* variables of an operator who uses
 * another server. The Windows-only names are needed there to load a program.
 */
export const PROGRAM_ENVIRONMENT: NodeJS.ProcessEnv = {
  LC_ALL: 'C',
  ...Object.fromEntries(
    ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  ),
};

/**
 * Runs one of PostgreSQL's programs to completion, as `user` (undefined: as the shop itself).
 * @throws ProgramFailure when it fails.
 */
export function runProgram(file: string, args: readonly string[], user: SystemUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // Every user can access the root directory.
    const options = { ...user, cwd: '/', env: PROGRAM_ENVIRONMENT, windowsHide: true };
    execFile(file, args, options, (error, stdout, stderr) => {
      if (!error) resolve();
      else if (typeof error.code === 'string') reject(error);
      else reject(new ProgramFailure(basename(file), stderr || stdout));
    });
  });
}
