import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ProgramOptions } from './processes.ts';

/** A folder for the data, logs and configuration of a set-up. It belongs to the user postgres. */
export interface ClusterFolder {
  readonly dir: string;
  /** For programs that run as that user. */
  readonly asPostgres: ProgramOptions;
  /** Writes a file that only that user can read. @returns its path. */
  put(name: string, text: string): Promise<string>;
  /** Writes a file of `ops/reference` with these values. @returns its path. */
  putReference(name: string, values: Readonly<Record<string, string | number>>, as?: string): Promise<string>;
  remove(): Promise<void>;
}

async function fill(file: string, values: Readonly<Record<string, string | number>>): Promise<string> {
  const text = await readFile(resolve('ops/reference', file), 'utf8');
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} needs ${name}`);
    return String(value);
  });
}

export async function openClusterFolder(): Promise<ClusterFolder> {
  const dir = await mkdtemp(join(tmpdir(), 'stoa-drills-'));
  const { uid, gid } = await stat('/var/lib/postgresql');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(dir, uid, gid);
  await chmod(dir, 0o711);

  async function put(name: string, text: string): Promise<string> {
    await writeFile(join(dir, name), text, { mode: 0o600 });
    if (isRoot) await chown(join(dir, name), uid, gid);
    return join(dir, name);
  }

  return {
    dir,
    asPostgres: { dir, asPostgres: true, env: { LC_ALL: 'C.UTF-8', HOME: dir, ETCD_UNSUPPORTED_ARCH: '' } },
    put,
    putReference: async (name, values, as = name) => put(as, await fill(name, values)),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
