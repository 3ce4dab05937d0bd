import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseOptions } from './read-options.ts';

const USAGE = 'Stores a backup:\n  npm run backup';
const CONFIG = { options: { to: { type: 'string' } } } as const;

test('an unknown option, a missing value and an unexpected argument are explained, with the usage', () => {
  expect(parseOptions(['--to', '/mnt'], USAGE, CONFIG).values).toEqual({ to: '/mnt' });
  expect(() => parseOptions(['--too', '/mnt'], USAGE, CONFIG)).toThrow(`Unknown option '--too'.\n\n${USAGE}`);
  expect(() => parseOptions(['--to'], USAGE, CONFIG)).toThrow(`Option '--to <value>' argument missing.\n\n${USAGE}`);
  expect(() => parseOptions(['now'], USAGE, CONFIG)).toThrow(`Unexpected argument 'now'.\n\n${USAGE}`);
});

test('a program explains itself for --help, and fails for an unknown option', () => {
  const program = `import { readOptions } from './scripts/read-options.ts';
    readOptions('The usage.', { options: {} });
    console.log('It ran.');`;
  const run = (...options: string[]) => {
    const args = ['--input-type=module', '--eval', program, '--', 'program', ...options];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  expect(run()).toMatchObject({ status: 0, stdout: 'It ran.\n' });
  expect(run('--help')).toMatchObject({ status: 0, stdout: 'The usage.\n' });
  expect(run('--force')).toMatchObject({ status: 2, stderr: "Unknown option '--force'.\n\nThe usage.\n" });
});
