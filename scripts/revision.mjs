import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './build-steps.mjs';
import { ROOT } from './find-node.mjs';

const FILE = join(ROOT, 'build/revision');
const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();

/** What a running shop consists of, apart from pictures. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'shop.config.ts',
  'src',
  'plugins',
  'examples',
  'theme',
  'migrations',
  'scripts',
];

/** The commit of the sources, `.changed` if they are not exactly those of the commit; without Git, a hash of them. */
function readRevision() {
  try {
    // Fails in a copy without history inside another repository.
    git('ls-files', '--error-unmatch', 'package.json');
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short=10', 'HEAD')}${isChanged ? '.changed' : ''}`;
  } catch {
    return `sources.${hashFiles(SOURCES).slice(0, 10)}`;
  }
}

function readRecorded() {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Records which sources run, for the version that each node reports (`src/server/features/system/shop-version.ts`): it tells nodes
 * apart during a rolling upgrade. A copy that may not be written to keeps what its build recorded.
 */
export function recordRevision() {
  const revision = readRevision();
  if (revision === readRecorded()) return;
  try {
    mkdirSync(join(ROOT, 'build'), { recursive: true });
    writeFileSync(FILE, revision);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}
