import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStudio } from './draw.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-studio-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test('concurrent requests for a picture count once and do not delay others', async () => {
  const studio = await openStudio(folder);
  const [popular = '', other = ''] = studio.due.slice(-2);
  const wishes = availableParallelism() + 10;
  for (let wish = 0; wish < wishes; wish += 1) studio.prefer(popular);
  studio.prefer(other);
  const drawn: string[] = [];
  const drawing = studio.draw((key) => {
    drawn.push(key);
    if (drawn.length >= 3) throw new Error('That is enough.');
  });
  await expect(drawing).rejects.toThrow('enough');
  await vi.waitFor(() => expect(drawn).toContain(other), 20_000);
  expect(drawn.length).toBeLessThan(wishes);
});
