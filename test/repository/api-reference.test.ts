import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Contract } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { bindReference } from '#server/platform/api-reference/bind-reference.ts';
import type { JsonSchema } from '#server/platform/api-reference/describe-schema.ts';
import { createResponseCache } from '#server/platform/http/response-cache/response-cache.ts';
import config from '../../shop.config.ts';

const all: Contract = Object.assign({}, contract, ...config.plugins.map((plugin) => plugin.contract ?? {}));

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  bindReference(app, all, createResponseCache());
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** Bytes before and after compression, about twice those of this shop's endpoints. */
const LIMITS = [
  { url: '/api/docs', plain: 1_200_000, sent: 60_000 },
  { url: '/api/openapi.json', plain: 2_000_000, sent: 90_000 },
];

test.each(LIMITS)('$url is small and compressed', async ({ url, plain, sent }) => {
  const { rawPayload: text, headers } = await get(url);
  expect(headers['content-encoding']).toBeUndefined();
  expect(text.length).toBeLessThan(plain);

  const brotli = await get(url, { 'accept-encoding': 'gzip, br' });
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, authorization' });
  expect(brotli.rawPayload.length).toBeLessThan(sent);
  expect(brotliDecompressSync(brotli.rawPayload).equals(text)).toBe(true);

  const gzip = await get(url, { 'accept-encoding': 'gzip' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).equals(text)).toBe(true);
});

test.each(['/api/docs', '/api/docs/style.css', '/api/openapi.json'])(
  '%s is not sent again to a browser that has it',
  async (url) => {
    const { etag } = (await get(url)).headers;
    expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(304);
  },
);

test('the reference lists every endpoint, and links each schema that it names', async () => {
  const { body } = await get('/api/docs');
  const paths = [...body.matchAll(/<h3><span class="method">(\w+)<\/span> <code>\/api([^<]+)</g)];
  expect(paths.map(([, method, path]) => `${method} ${path}`).sort()).toEqual(Object.keys(all).sort());
  const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links).toEqual(expect.arrayContaining(['schema-Order', 'area-cart', 'area-size-guides']));
  expect(links.filter((id) => !body.includes(`id="${id}"`))).toEqual([]);
});

test('the OpenAPI document defines each schema that it refers to', () => {
  const document = JSON.stringify(openApiDocument(all));
  const { components } = JSON.parse(document);
  const named = [...document.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(['Refusal', 'Order', 'RichText', 'RichTextInput']));
  expect(document).not.toContain('$defs');
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(named));
});

test('schemas of plug-ins that have chosen the same name are told apart', () => {
  const read = (inner: z.ZodType, id: string) => ({
    access: 'public' as const,
    summary: 'Reads',
    data: z.object({ one: z.object({ inner }).meta({ id }) }),
  });
  const text = z.string().meta({ id: 'TestInner' });
  const number = z.int().meta({ id: 'TestInner' });
  const clash = {
    'GET /a': read(text, 'TestThing'),
    'GET /b': read(number, 'TestThing'),
    'GET /c': read(number, 'Refusal'),
    'GET /d': read(number, 'TestThing'),
  };
  const { components } = openApiDocument(clash) as { components: { schemas: Record<string, JsonSchema> } };
  const { schemas } = components;
  const innerOf = (name: string) => schemas[name]?.properties?.inner?.$ref?.replace('#/components/schemas/', '') ?? '';
  expect(Object.keys(schemas)).toEqual(['Refusal', 'Refusal2', 'TestInner', 'TestInner2', 'TestThing', 'TestThing2']);
  expect(schemas[innerOf('TestThing')]?.type).toBe('string');
  expect(schemas[innerOf('TestThing2')]?.type).toBe('integer');
  expect(schemas.Refusal?.required).toContain('code');
});
