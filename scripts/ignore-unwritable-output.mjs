// Loaded before an entry that run.mjs starts. When nobody reads its output any more, as after `npm run backup | head -1`, or when
// the disk of a file that it writes to is full, it finishes its work without output instead of failing halfway.
import { isMainThread } from 'node:worker_threads';

const UNWRITABLE = new Set(['EPIPE', 'ENOSPC', 'EDQUOT']);

/** @param {NodeJS.ErrnoException} error */
function ignoreUnwritable(error) {
  if (!UNWRITABLE.has(error.code)) throw error;
}

if (isMainThread) for (const output of [process.stdout, process.stderr]) output.on('error', ignoreUnwritable);
