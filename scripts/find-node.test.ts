import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_PACKAGES, NODE_VERSION } from './find-node.mjs';

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const manifest = read('package.json') as Manifest;
const lockFile = read('package-lock.json') as LockFile;

const names = Object.values(NODE_PACKAGES).map(({ name }) => name);
const everyPlatform = Object.fromEntries(names.map((name) => [name, NODE_VERSION]));
const isNodePackage = (name: string) => /^node-(bin-)?(linux|darwin|win)-/.test(name);

test('package.json names one exact version of Node for every platform', () => {
  const named = Object.entries(manifest.optionalDependencies).filter(([name]) => isNodePackage(name));
  expect(Object.fromEntries(named)).toEqual(everyPlatform);
  expect(NODE_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

test('npm installs that version of Node on every platform', () => {
  const locked = Object.fromEntries(names.map((name) => [name, lockFile.packages[`node_modules/${name}`]?.version]));
  expect(locked).toEqual(everyPlatform);
});

test("Node's types are of the same major version", () => {
  expect(manifest.devDependencies['@types/node']?.split('.')[0]).toBe(NODE_VERSION.split('.')[0]);
});

test('the documentation names the version that is installed', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`Node ${NODE_VERSION.split('.')[0]}, PostgreSQL`);
  expect(readFileSync('docs/decisions/0002-node-and-postgres-from-the-registry.md', 'utf8')).toContain(NODE_VERSION);
});
