import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './find-node.mjs';

const FILE = join(ROOT, 'build/revision');
const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();

/** The commit of the sources, `.changed` if they are not exactly those of the commit; empty without Git. */
function readRevision() {
  try {
    // Fails in a copy without history inside another repository.
    git('ls-files', '--error-unmatch', 'package.json');
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short=10', 'HEAD')}${isChanged ? '.changed' : ''}`;
  } catch {
    return '';
  }
}

/**
 * Records which sources run, for the version that each node reports (`src/server/features/system/shop-version.ts`): it tells nodes
 * apart during a rolling upgrade. A copy without history, such as an image, keeps what was recorded before.
 */
export function recordRevision() {
  const revision = readRevision();
  if (revision === '') return;
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(FILE, revision);
}
