import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './find-node.mjs';

/** Build steps, their inputs, and the arguments for Node. */
export const STEPS = [
  {
    name: 'pages',
    title: 'Building the pages…',
    inputs: [
      'src/web',
      'src/plugin',
      'shop.config.ts',
      'plugins',
      'examples',
      'theme',
      'scripts/chunk-groups.ts',
      'scripts/inline-scripts.ts',
      'scripts/plugin-parts.ts',
      'scripts/write-worker.ts',
      'src/contract',
      'src/domain',
      'src/csv',
      'public',
      'vite.config.ts',
      'react-router.config.ts',
      'tsconfig.json',
      'package-lock.json',
    ],
    output: 'build/pages/server/index.js',
    args: ['node_modules/@react-router/dev/bin.cjs', 'build'],
  },
];

/** Contains, for each step, the hash of the inputs of the current output. */
const record = (step) => join(ROOT, 'build/.inputs', step.name);

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Of files and folders in the repository. Tests and missing files are left out.
 * @param {readonly string[]} paths
 */
export function hashFiles(paths, hash = createHash('sha256')) {
  const add = (path) => {
    const whole = join(ROOT, path);
    const found = statSync(whole, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isDirectory()) {
      for (const name of readdirSync(whole).sort()) add(`${path}/${name}`);
    } else if (!path.endsWith('.test.ts')) {
      hash.update(`${path}\0`).update(createHash('sha256').update(readFileSync(whole)).digest());
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

const hashInputs = (step) => hashFiles(step.inputs, createHash('sha256').update(step.args.join(' ')));

/** Whether a step's output exists and was built from the current inputs. */
export function isBuilt(step) {
  return (
    statSync(join(ROOT, step.output), { throwIfNoEntry: false }) !== undefined &&
    read(record(step)) === hashInputs(step)
  );
}

/** Builds, and records the hash of the inputs from before: changes meanwhile are built the next time. */
export async function recordBuild(step, build) {
  const inputs = hashInputs(step);
  rmSync(record(step), { force: true });
  await build();
  mkdirSync(dirname(record(step)), { recursive: true });
  writeFileSync(record(step), inputs);
}
