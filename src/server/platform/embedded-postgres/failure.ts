import { statfs } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

/** A PostgreSQL program failed; `said` is its output. */
export class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure';
  readonly said: string;

  constructor(program: string, said: string) {
    super(`${program} failed: ${reason(said)}`);
    this.said = said;
  }
}

/** The line in which PostgreSQL names the cause, without its label. */
function reason(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const cause = lines.findLast((line) => /(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  return cause.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '').trim();
}

const FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|Check free disk space/i;
const NO_MEMORY = /Cannot allocate memory|could not map anonymous shared memory/i;

/** A segment of the log, which PostgreSQL writes as a whole. */
const NEEDED_BYTES = 16 * 1024 * 1024;

/** Whether the disk has no room for a start. PostgreSQL does not always say so: its reason can be in an error that is not logged. */
export async function isDiskFull(directory: string): Promise<boolean> {
  const free = await statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );
  return free < NEEDED_BYTES;
}

/**
 * A one-sentence error for startup failures caused outside the shop. Other errors are bugs and are returned unchanged.
 * @param isFull whether the disk of the database is.
 */
export function explainFailure(error: unknown, dataDir: string, isFull = false): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const said =
    error instanceof ProgramFailure ? error.said : `${(error as NodeJS.ErrnoException).code} ${error.message}`;
  const explain = (sentence: string) => new StartError(sentence, { cause: error });
  if (FULL.test(said) || (isFull && error instanceof ProgramFailure))
    return explain(`The disk of DATA_DIR ${dataDir} is full: free some space, then start again.`);
  if (NO_MEMORY.test(said)) return explain('The machine has too little free memory for the database.');
  if (error instanceof ProgramFailure) return explain(`The database cannot start: ${error.message}`);
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall?.startsWith('spawn')) return explain(spawnSentence(code));
  if (code === 'EACCES' && path) {
    return explain(
      `DATA_DIR ${dataDir} cannot be used: ${path} belongs to another user. Run the shop as that user, or name another DATA_DIR.`,
    );
  }
  if (code && syscall) return explain(`DATA_DIR ${dataDir} cannot be used: ${error.message}.`);
  return error;
}

function spawnSentence(code: string | undefined): string {
  const wayOut = 'or set DATABASE_URL to a PostgreSQL of your own';
  if (code === 'EPERM' || code === 'EINVAL') {
    return `PostgreSQL refuses to run as root, and this machine lets root start nothing as another user: start the shop as an ordinary user, ${wayOut}.`;
  }
  return `The PostgreSQL that comes with the shop cannot run on this machine (${code}): run npm ci again, ${wayOut}.`;
}
