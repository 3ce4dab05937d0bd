import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkPackages } from '../e2e/copy-repository.ts';
import { ROOT } from './find-node.mjs';
import { readOptions } from './read-options.ts';

const USAGE = `Runs the tests of the previous release's core (cart, checkout, orders, payments) on the current schema, as its nodes do
during a rolling upgrade:
  npm run test:previous                   the commit in migrations/released.json
  npm run test:previous -- <commit>       another one`;

const CORE = ['cart', 'checkout', 'orders', 'payments'].map((feature) => `src/server/features/${feature}/`);

const { positionals } = readOptions(USAGE, { allowPositionals: true });
const { commit: released } = JSON.parse(readFileSync(join(ROOT, 'migrations/released.json'), 'utf8')) as {
  readonly commit: string;
};
const commit = positionals[0] ?? released;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: ROOT });

async function run(folder: string, file: string, ...args: string[]): Promise<boolean> {
  const child = spawn(file, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** The sources of the commit, with the migrations of today. */
async function checkOut(folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  await git('archive', `--output=${archive}`, commit);
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  for (const migrations of globSync(['migrations', 'plugins/*/migrations'], { cwd: folder })) {
    if (existsSync(join(ROOT, migrations)))
      await cp(join(ROOT, migrations), join(folder, migrations), { recursive: true });
  }
}

async function installPackages(folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [folder, ROOT].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  if (theirs === ours) {
    await linkPackages(folder);
    return true;
  }
  print('Its packages differ: installing them…');
  return run(folder, 'npm', 'ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error');
}

const isKnown = await git('cat-file', '-e', `${commit}^{commit}`).then(
  () => true,
  () => false,
);
if (isKnown) {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-previous-'));
  try {
    print(`Testing ${commit} on the current schema.`);
    await checkOut(folder);
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.config.ts', ...CORE];
    const isFine = (await installPackages(folder)) && (await run(folder, process.execPath, ...vitest));
    print(isFine ? `${commit} works on the current schema.` : `${commit} does NOT work on the current schema.`);
    process.exitCode = isFine ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} else {
  print(`Skipped: this clone has no commit ${commit}. A shallow clone lacks it; fetch the history to test it.`);
}
