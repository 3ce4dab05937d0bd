import { spawn } from 'node:child_process';
import { cannotRun, ROOT } from './find-node.mjs';
import { whenParentEnds } from './when-parent-ends.mjs';

/**
 * Runs a program in the repository to completion. Its output is shown only when it fails.
 * @param options of `spawn`, overriding the defaults here
 * @returns {Promise<void>} rejects with a one-sentence error
 */
export function runQuietly(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const written = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk));

    const interrupt = (signal) => {
      child.kill('SIGTERM');
      reject(new Error(`Interrupted (${signal}).`));
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, interrupt);
    if (process.env.npm_lifecycle_event) whenParentEnds(() => interrupt('npm has ended'));

    child.on('error', (error) => reject(new Error(cannotRun(file, error))));
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, interrupt);
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(written));
      reject(new Error(`This failed: ${[file, ...args].join(' ')}`));
    });
  });
}
