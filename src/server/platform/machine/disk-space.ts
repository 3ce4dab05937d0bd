import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';

export interface DiskSpace {
  readonly folder: 'data' | 'backups';
  readonly free_bytes: number;
  readonly total_bytes: number;
  /** Folders with the same device share their space. */
  readonly device: number;
}

/** Of the file systems with DATA_DIR and with the backup folder. One that cannot be read is left out. */
export async function readDiskSpace({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): Promise<DiskSpace[]> {
  const found = await Promise.all([
    readOne('data', dataDir),
    'folder' in backups ? readOne('backups', backups.folder) : undefined,
  ]);
  return found.filter((one) => one !== undefined);
}

async function readOne(folder: DiskSpace['folder'], path: string): Promise<DiskSpace | undefined> {
  try {
    const [{ bavail, blocks, bsize }, { dev: device }] = await Promise.all([statfs(path), stat(path)]);
    return { folder, free_bytes: bavail * bsize, total_bytes: blocks * bsize, device };
  } catch (error) {
    // The first backup creates its folder.
    const parent = dirname(path);
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== path ? readOne(folder, parent) : undefined;
  }
}
