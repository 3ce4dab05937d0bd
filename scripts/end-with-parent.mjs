// Loaded before an entry that run.mjs runs: closes it orderly when run.mjs was killed and can pass on no signal.
import { isMainThread } from 'node:worker_threads';
import { whenParentEnds } from './when-parent-ends.mjs';

if (isMainThread) whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
