import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheableResponse } from './cacheable-response.ts';
import { createResponseCache } from './response-cache.ts';
import { sendCached } from './send-cached.ts';

const TEXT = 'A page of the shop. '.repeat(100);
const ENCODINGS = ['identity', 'gzip', 'br'] as const;

/** A node of the shop. */
function openNode(): FastifyInstance {
  const app = Fastify();
  const cache = createResponseCache();
  app.get('/', async (request, reply) => {
    const make = async () => cacheableResponse(200, { 'content-type': 'text/html' }, Buffer.from(TEXT));
    return sendCached(cache, '/', await cache.serve('/', make), request, reply);
  });
  return app;
}

let nodes: readonly [FastifyInstance, FastifyInstance];
beforeAll(() => {
  nodes = [openNode(), openNode()];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
});

const get = (node: FastifyInstance, encoding: string, etag?: string) =>
  node.inject({ url: '/', headers: { 'accept-encoding': encoding, ...(etag && { 'if-none-match': etag }) } });

test('the ETag is weak, because the bytes of each encoding differ, and the same for all encodings on all nodes', async () => {
  const decoded = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync };
  const etags = new Set<unknown>();
  for (const node of nodes) {
    for (const encoding of ENCODINGS) {
      const { headers, rawPayload } = await get(node, encoding);
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(decoded[encoding](rawPayload).toString()).toBe(TEXT);
      etags.add(headers.etag);
    }
  }
  expect([...etags]).toEqual([expect.stringMatching(/^W\/"[\w-]{20,}"$/)]);
});

test('a response that the client has is not sent again, whichever node and encoding it came from', async () => {
  const etag = String((await get(nodes[0], 'br')).headers.etag);
  // Proxies that compress or decompress add and remove the `W/`.
  const forms = [etag, etag.slice(2), `"other", ${etag}`, `W/"other",${etag.slice(2)}`, '*'];
  for (const known of forms) {
    for (const encoding of ENCODINGS) {
      const { statusCode, headers, body } = await get(nodes[1], encoding, known);
      expect([statusCode, headers.etag, body], known).toEqual([304, etag, '']);
    }
  }
  for (const unknown of ['W/"other"', etag.slice(3, -1), '""']) {
    expect((await get(nodes[1], 'gzip', unknown)).statusCode, unknown).toBe(200);
  }
});

test('a cookie or header that is added to one response is in no other, although they share their headers', async () => {
  const app = Fastify();
  const cache = createResponseCache();
  const shared = { 'content-type': 'text/html' };
  app.addHook('onSend', async ({ query }, reply) => {
    const { visitor } = query as { visitor?: string };
    if (visitor) reply.header('set-cookie', `visitor=${visitor}`).header('x-visitor', visitor);
  });
  app.get('/*', async (request, reply) => {
    const make = async () => cacheableResponse(200, shared, Buffer.from(TEXT));
    const response = await cache.serve('page', make);
    expect(() => Object.assign(response.headers, { 'set-cookie': 'visitor=everybody' })).toThrow(TypeError);
    return sendCached(cache, 'page', response, request, reply);
  });
  const visit = async (visitor: string) => (await app.inject(`/${visitor && `?visitor=${visitor}`}`)).headers;
  expect(await visit('ada')).toMatchObject({ 'set-cookie': 'visitor=ada', 'x-visitor': 'ada' });
  expect(await visit('bob')).toMatchObject({ 'set-cookie': 'visitor=bob', 'x-visitor': 'bob' });
  const { 'set-cookie': cookie, 'x-visitor': visitor } = await visit('');
  expect([cookie, visitor, shared]).toEqual([undefined, undefined, { 'content-type': 'text/html' }]);
  await app.close();
});
