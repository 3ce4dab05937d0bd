import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, inject, test } from 'vitest';

const PAGES = resolve(import.meta.dirname, '../build/pages');

test('the development gallery is not part of a build', async () => {
  for (const path of ['/dev/gallery', '/dev/gallery/light'])
    expect((await fetch(inject('shopUrl') + path)).status, path).toBe(404);
  const entries = await readdir(PAGES, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => /\.(js|css|json)$/.test(entry.name));
  expect(files.length).toBeGreaterThan(50);
  for (const { parentPath, name } of files)
    expect(await readFile(join(parentPath, name), 'utf8'), name).not.toMatch(/dev[/-]gallery/);
});
