import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { ProgramFailure } from './failure.ts';

/** A user and a group of the system, by number. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * What PostgreSQL's programs see of the environment: neither the shop's secrets nor the PG* variables of an operator who
 * works with another server. The names without a Unix meaning are what Windows needs to load a program.
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
 * Runs one of PostgreSQL's programs to its end, as `user` (undefined: as the shop itself).
 * @throws ProgramFailure when it ends badly.
 */
export function runProgram(file: string, args: readonly string[], user: SystemUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // The root directory is the one that every user can stand in.
    const options = { ...user, cwd: '/', env: PROGRAM_ENVIRONMENT, windowsHide: true };
    execFile(file, args, options, (error, stdout, stderr) => {
      if (!error) resolve();
      else if (typeof error.code === 'string') reject(error);
      else reject(new ProgramFailure(basename(file), stderr || stdout));
    });
  });
}
