import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { hashInputs, STEPS } from './build-steps.mjs';
import { ROOT } from './find-node.mjs';

const LENGTH = 10;

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: ROOT });
  return stdout.trim();
}

/**
 * Identifies the sources of a build, which tells nodes apart during a rolling upgrade: the commit, or, if they are not exactly
 * those of a commit or there is no Git, `sources.` with their hash.
 */
export async function readRevision(): Promise<string> {
  try {
    // Fails in a copy without history inside another repository.
    await git('ls-files', '--error-unmatch', 'package.json');
    const inputs = STEPS.flatMap((step) => step.inputs);
    if ((await git('status', '--porcelain', '--', ...inputs)) === '') {
      return await git('rev-parse', `--short=${LENGTH}`, 'HEAD');
    }
  } catch {
    // No repository: an unpacked archive, or an image.
  }
  const hash = createHash('sha256').update(STEPS.map(hashInputs).join());
  return `sources.${hash.digest('hex').slice(0, LENGTH)}`;
}
