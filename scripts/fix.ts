import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Formats, applies the linter's safe fixes, and generates derived files. */
const bin = (name: string): string => join('node_modules', '.bin', name);
const STEPS: readonly (readonly [command: string, ...args: string[]])[] = [
  [bin('react-router'), 'typegen'],
  [process.execPath, 'scripts/openapi.ts'],
  [process.execPath, 'scripts/plugin-surface.ts'],
  [bin('biome'), 'check', '--write', '.'],
];

for (const [command, ...args] of STEPS) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exitCode = 1;
}
