import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { print } from '../src/announce-shop.ts';
import { readOptions } from './read-options.ts';
import { runTask } from './run-task.ts';

const USAGE = "Creates the next migration: npm run db:migration -- 'gift wrap'";

const FOLDER = 'migrations';
const HEADER = `-- Why this change is made, and what it means for rows that are there already.
-- Nodes of the previous version still run while this is applied: add, do not remove (docs/operators.md).
SET LOCAL lock_timeout = '5s';

`;

await runTask(async () => {
  const { positionals } = readOptions(USAGE, { allowPositionals: true });
  const name = positionals
    .join('_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (name === '') throw new StartError('Give the migration a name: npm run db:migration -- gift-wrap');
  const numbers = (await readdir(FOLDER)).map((file) => Number.parseInt(file, 10)).filter((number) => number > 0);
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
  const file = join(FOLDER, `${number}_${name}.sql`);
  await writeFile(file, HEADER, { flag: 'wx' });
  print(`${file}\nnpm run dev applies it when it is saved; then run npm run db:types.`);
});
