import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoProducts } from '../catalogue/catalogue.ts';
import { drawBeside } from './draw-in-background.ts';
import { pictureKey } from './picture.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a requested picture is rendered first, and missing pictures are left for the next start', async () => {
  const lines: string[] = [];
  const toCome = drawBeside(folder, (line) => lines.push(line));
  const last = demoProducts.findLast(({ isFeatured }) => !isFeatured);
  const key = pictureKey(last ?? demoProducts[0] ?? { slug: '' }, 2);
  await toCome.awaitPicture(`${key}-640.webp`);
  await access(join(folder, `${key}-640.webp`));
  await toCome.awaitPicture('nobody-draws-this-1');
  await toCome.stop();
  expect(toCome.awaitPicture(`${key}-320.webp`)).toBeUndefined();

  const drawn = new Set((await readdir(folder)).map((name) => name.replace(/-\d+\.webp$/, '')));
  expect(drawn.size).toBeLessThan(100);
  expect(lines).toEqual([expect.stringMatching(/^Drawing the demo shop’s \d{3} pictures in the background/)]);
});
