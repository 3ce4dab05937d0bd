// Runs before every start and test: installs and builds what is missing or stale. Plain JavaScript for Node 20 without
// packages, because it runs before any are installed.
//
//   node scripts/bootstrap.mjs [step…]         only these steps
//   node scripts/bootstrap.mjs dependencies    only installs: development runs from source
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt, recordBuild, STEPS } from './build-steps.mjs';
import { findNode, ROOT } from './find-node.mjs';
import { acquireLock } from './lock.mjs';
import { recordRevision } from './revision.mjs';
import { runQuietly } from './run-quietly.mjs';

const wanted = process.argv.slice(2);
const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const say = (line) => process.stdout.write(`${line}\n`);

/** npm writes this list of installed packages last: it is complete or missing. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

const LOCK_FILE = join(ROOT, 'package-lock.json');

/** Whether everything that the lock file names for this platform is installed, in its version. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const [wanted, installed] = [LOCK_FILE, INSTALLED].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  const isThere = ([path, { integrity, optional }]) => {
    const there = installed[path];
    return there ? there.integrity === integrity && existsSync(join(ROOT, path)) : optional === true;
  };
  return Object.entries(wanted).every((entry) => entry[0] === '' || isThere(entry)) && hasNode();
}

/** Platform packages are optional for npm: those of another platform, as in a copied directory, do not count. */
function hasNode() {
  try {
    findNode();
    return true;
  } catch {
    return false;
  }
}

async function install() {
  say(existsSync(INSTALLED) ? 'Installing the changed dependencies…' : 'Installing dependencies (first start only)…');
  // No package needs an install script. Building needs the development packages, also with NODE_ENV=production.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'];
  // The npm that called this script, unless it was another package manager.
  const npm = process.env.npm_execpath;
  await (npm?.endsWith('npm-cli.js')
    ? runQuietly(process.execPath, [npm, ...args])
    : runQuietly('npm', args, { shell: true }));
}

async function bringUpToDate() {
  if (!isInstalled()) await install();
  const node = findNode();
  for (const step of steps.filter((step) => !isBuilt(step))) {
    say(step.title);
    const begun = Date.now();
    await recordBuild(step, () =>
      runQuietly(node, step.args, {
        // The build does not depend on the shop's mode.
        env: { ...process.env, NODE_ENV: 'production' },
      }),
    );
    say(`  done in ${Math.round((Date.now() - begun) / 1000)} s`);
  }
}

async function prepare() {
  // An image is complete, and has no lock file to install from.
  if (!existsSync(LOCK_FILE)) return;
  if (!isInstalled() || !steps.every(isBuilt)) {
    const endTurn = await acquireLock(join(ROOT, 'build/.turns'), () =>
      say('Waiting for another start that is building…'),
    );
    await bringUpToDate().finally(endTurn);
  }
  recordRevision();
}

try {
  await prepare();
} catch (error) {
  const refused = ['EACCES', 'EPERM', 'EROFS'].includes(error.code);
  console.error(refused ? `There is something to build, and ${ROOT} may not be written to.` : error.message);
  process.exitCode = 1;
}
