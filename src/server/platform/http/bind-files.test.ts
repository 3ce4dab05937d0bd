import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindFiles } from './bind-files.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-files-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await mkdir(join(folder, 'demo'));
  await writeFile(join(folder, 'demo/teapot-1-720.webp'), 'small');
  await writeFile(join(folder, 'demo/teapot-1-1024.avif'), 'large');
  app = Fastify();
  await bindFiles(app, { client: join(folder, 'client'), media: join(folder, 'demo') });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('a picture is served in the requested width', async () => {
  expect((await app.inject('/media/teapot-1-720.webp')).body).toBe('small');
});

test.each(['/media/teapot-1_1024', '/media/teapot-1'])(
  "the base path %s of a product's picture serves one",
  async (url) => {
    const response = await app.inject(url);
    expect(response.body).toBe('small');
    expect(response.headers['content-type']).toBe('image/webp');
  },
);

test('a picture is served as AVIF, for a year', async () => {
  const { headers } = await app.inject('/media/teapot-1-1024.avif');
  expect(headers['content-type']).toBe('image/avif');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test.each([
  '/media/nothing-1',
  '/media/nothing-1_1024',
  '/media/..%2fclient',
  '/media/',
  '/media/%2e%2e',
  '/media/uploads/',
  '/assets/',
  '/media/.env',
])('%s is not found', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404);
});

test("a shop opens without the demo pictures' folder", async () => {
  const bare = Fastify();
  await bindFiles(bare, { client: join(folder, 'client'), media: join(folder, 'none') });
  expect((await bare.inject('/media/teapot-1')).statusCode).toBe(404);
  await bare.close();
});
