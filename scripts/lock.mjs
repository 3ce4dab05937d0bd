import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const BEAT_MS = 1_000;
/** A holder that has not touched its file for this long was killed. */
const STALE_MS = 10_000;

/**
 * Acquires a lock among all processes that share `directory`; returns a function that releases it.
 * Each holder has a numbered file. The highest number holds the lock while its file is being touched; when it goes
 * stale, or is dated back on release, whoever creates the next number's file takes over. Nobody removes the highest
 * file, so two waiters cannot both take over from a dead holder.
 * @param onWait called once if another process holds the lock.
 */
export async function acquireLock(directory, onWait) {
  const turns = () => {
    mkdirSync(directory, { recursive: true });
    return readdirSync(directory).map(Number);
  };
  const file = (turn) => join(directory, String(turn));
  for (let told = false; ; ) {
    const last = Math.max(0, ...turns());
    if (last > 0 && isFresh(file(last))) {
      if (!told) onWait();
      told = true;
      await pause(BEAT_MS / 4);
      continue;
    }
    const mine = last + 1;
    if (!create(file(mine))) continue;
    if (Math.max(...turns()) === mine) {
      for (const turn of turns()) if (turn < mine) rmSync(file(turn), { force: true });
      const beat = setInterval(() => touch(file(mine), new Date()), BEAT_MS);
      return () => {
        clearInterval(beat);
        touch(file(mine), new Date(0));
      };
    }
    // Another process had already advanced when this number was read.
    rmSync(file(mine), { force: true });
  }
}

function isFresh(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry !== undefined && Date.now() - entry.mtimeMs < STALE_MS;
}

function create(path) {
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function touch(path, time) {
  try {
    utimesSync(path, time, time);
  } catch {
    // Removed manually with the whole build directory.
  }
}
