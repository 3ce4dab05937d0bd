import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeDirectory, reasonOf, syncDirectory } from '../machine/data-dir.ts';
import { StartError } from '../start-error.ts';
import { type BackupStore, isBackupName, newestFirst, type StoredBackup } from './backup-store.ts';

const PARTIAL = '.part';
/** A partial file that has not grown for this long was left by a killed process. */
const LEFTOVER_MS = 24 * 60 * 60_000;

/** Backups in a folder, readable only by the user that runs the shop. */
export function folderStore(folder: string): BackupStore {
  const fileOf = (name: string) => join(folder, name);

  async function removeLeftovers(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!name.endsWith(PARTIAL) || !isBackupName(name.slice(0, -PARTIAL.length))) continue;
      const { mtimeMs } = await stat(fileOf(name));
      if (Date.now() - mtimeMs > LEFTOVER_MS) await rm(fileOf(name), { force: true });
    }
  }

  return {
    location: folder,
    async write(name, content) {
      const partial = fileOf(name + PARTIAL);
      try {
        await makeDirectory(folder, 0o700);
        await removeLeftovers();
        const file = await open(partial, 'wx', 0o600);
        try {
          await pipeline(content, file.createWriteStream({ flush: true }));
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
        const { size } = await stat(partial);
        await rename(partial, fileOf(name));
        await syncDirectory(folder);
        return { bytes: size };
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === undefined) throw error;
        throw new StartError(`The backup cannot be stored in ${folder}: ${reason}.`, { cause: error });
      } finally {
        content.destroy();
      }
    },
    read: (name) => readFileStream(fileOf(name)),
    async list() {
      const names = (await readdir(folder).catch(emptyIfMissing)).filter(isBackupName);
      const found = await Promise.all(names.map((name) => describe(fileOf(name), name)));
      return found.filter((backup) => backup !== undefined).sort(newestFirst);
    },
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}

/** @throws StartError when the file cannot be read. */
export async function readFileStream(path: string): Promise<Readable> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new StartError(`${path} is a folder: name a file in it.`);
  const stream = createReadStream(path);
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new StartError(code === 'ENOENT' ? `There is no file ${path}.` : `The file cannot be read: ${message}.`)),
    );
  });
  return stream;
}

async function describe(path: string, name: string): Promise<StoredBackup | undefined> {
  // Removed meanwhile.
  const found = await stat(path).catch(() => undefined);
  return found && { name, bytes: found.size, storedAt: found.mtime };
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
