// Loaded before an entry that run.mjs starts: closes it cleanly when run.mjs was killed and cannot forward a signal.
import { isMainThread } from 'node:worker_threads';
import { whenParentEnds } from './when-parent-ends.mjs';

if (isMainThread) whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
