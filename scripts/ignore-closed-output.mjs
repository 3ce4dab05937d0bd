// Loaded before an entry that run.mjs starts: when nobody reads its output any more, as after `npm run backup | head -1`, it
// finishes its work without output instead of failing halfway.
import { isMainThread } from 'node:worker_threads';

/** @param {NodeJS.ErrnoException} error */
function ignoreClosedPipe(error) {
  if (error.code !== 'EPIPE') throw error;
}

if (isMainThread) for (const output of [process.stdout, process.stderr]) output.on('error', ignoreClosedPipe);
