import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHUNK_GROUPS, chunkGroups } from './chunk-groups.ts';

const sources = CHUNK_GROUPS.flatMap(({ name, files }) => files.map((file) => [file, name] as const));

test.each(sources)('%s of the chunk %s exists', (file) => {
  expect(globSync(file.endsWith('/') ? `src/${file}*` : `src/${file}.{ts,tsx,css}`)).not.toEqual([]);
});

test('no file is in two chunks', () => {
  const named = sources.map(([file]) => file);
  expect(named.filter((file, index) => named.indexOf(file) !== index)).toEqual([]);
});

test('the packages of chunks are installed', () => {
  const packages = CHUNK_GROUPS.flatMap((group) => group.packages ?? []);
  expect(packages.filter((name) => !existsSync(join('node_modules', name)))).toEqual([]);
});

test.each([
  ['/shop/src/web/ui/button.tsx', 'shop'],
  ['/shop/src/web/ui/button.css', 'shop'],
  ['C:\\shop\\src\\web\\api\\call.ts', 'visitor'],
  ['/shop/node_modules/react-dom/client.js', 'framework'],
  ['/shop/node_modules/@tanstack/react-query/build/modern/index.js', 'signed-in'],
  ['/shop/src/web/entry.client.tsx', 'framework'],
  ['\0virtual:parts/product.soldOut', 'slots'],
  ['/shop/src/web/admin/shared/frame/command-palette.tsx', undefined],
  ['/shop/node_modules/react-dom-like/index.js', undefined],
])('%s is in the chunk %s', (id, name) => {
  expect(chunkGroups().find((group) => group.test(id))?.name).toBe(name);
});
