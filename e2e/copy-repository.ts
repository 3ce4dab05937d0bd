import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
/** What building and running the shop reads. */
const FILES = [
  'src',
  'demo',
  'scripts',
  'migrations',
  'public',
  'plugins',
  'examples',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
  'shop.config.ts',
];

/**
 * A copy of the repository that a test can edit. Packages are shared; what tools store beside them is the copy's own.
 * @param more further folders to copy
 */
export async function copyRepository(copy: string, more: readonly string[] = []): Promise<void> {
  for (const name of [...FILES, ...more]) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await linkPackages(copy);
}

/** Gives a copy the packages of the repository, and itself as the package `stoa`. */
export async function linkPackages(copy: string): Promise<void> {
  await mkdir(join(copy, 'node_modules'));
  const names = (await readdir(join(ROOT, 'node_modules'))).filter((name) => !/^(\..*|stoa)$/.test(name));
  await Promise.all(
    names.map((name) => symlink(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name), 'junction')),
  );
  await symlink(copy, join(copy, 'node_modules/stoa'), 'junction');
}
