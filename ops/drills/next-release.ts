import { once } from 'node:events';
import { appendFile, cp, mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startProgram } from './processes.ts';

const FILES = [
  ...[
    'src',
    'plugins',
    'examples',
    'public',
    'demo',
    'migrations',
    'scripts',
    'shop.config.ts',
    'package.json',
    '.npmrc',
  ],
  ...['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json'],
];
/** Every page loads it, and all other scripts import it: their names change too. */
const ENTRY = 'src/web/ssr/browser-entry.tsx';

/**
 * Builds the shop with other names of scripts, as the next release has.
 * @returns its folder
 */
export async function buildNextRelease(dir: string): Promise<string> {
  const root = join(dir, 'next-release');
  await mkdir(root);
  for (const file of FILES) await cp(resolve(file), join(root, file), { recursive: true });
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  await appendFile(join(root, ENTRY), "\ndocument.documentElement.dataset.release = 'next';\n");
  const { child } = startProgram('build', [process.execPath, join(root, 'scripts/bootstrap.mjs'), 'pages'], { dir });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error('The next release could not be built: see build.log');
  return root;
}
