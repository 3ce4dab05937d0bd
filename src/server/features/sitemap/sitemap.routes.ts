import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageProperties, pagesWhere, privateSections } from '#domain/shop/pages.ts';
import type { Clock } from '#server/platform/clock.ts';
import { limitConcurrency } from '#server/platform/concurrency/limit-concurrency.ts';
import type { Database } from '#server/platform/database/database.ts';
import { allowReplica, withReservedConnections } from '#server/platform/database/read-scope.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { countSitemapProducts } from './sitemap.store.ts';
import {
  PRODUCTS_PER_PART,
  type SitemapEntry,
  writeIndex,
  writePages,
  writeProducts,
  writeWhole,
} from './write-sitemap.ts';

export interface SitemapServices {
  readonly db: Database;
  readonly now: Clock;
  readonly config: { readonly appUrl: string };
  readonly plugins: {
    readonly pages: readonly { readonly path: string; readonly facts: PageProperties }[];
    readonly sitemapEntries: () => AsyncIterable<SitemapEntry>;
  };
}

/** Search engines fetch it a few times a day. */
const KEPT_MS = 10 * 60_000;
/** A few hundred kilobytes each, compressed. */
const MAX_KEPT = 24;

/** Endpoints needed to render pages; crawlers do not need the rest of the API. */
const robots = (privatePaths: readonly string[]) => [
  'User-agent: *',
  ...privatePaths.map((path) => `Disallow: ${path}`),
  'Disallow: /api/',
  'Allow: /api/products',
  'Allow: /api/categories',
  'Allow: /api/shop',
];

const reading = <T>(work: () => T): T => withReservedConnections(() => allowReplica(work));

async function compress(chunks: AsyncGenerator<string>): Promise<Buffer> {
  const gzip = createGzip();
  const [bytes] = await Promise.all([buffer(gzip), pipeline(chunks, gzip)]);
  return bytes;
}

/**
 * `/sitemap.xml` and `/robots.txt`. Above 5,000 products the sitemap is an index of parts. A file is generated and
 * compressed in slices, one at a time, and cached for ten minutes.
 */
export function bindSitemap(app: FastifyInstance, { db, now, config, plugins }: SitemapServices): void {
  const origin = config.appUrl;
  const ofPlugins = (isWanted: (facts: PageProperties) => boolean) =>
    plugins.pages.filter(({ facts }) => isWanted(facts)).map(({ path }) => path);
  const isListed = ({ inSitemap }: PageProperties) => inSitemap === true;
  const pages = {
    paths: [...pagesWhere(isListed), ...ofPlugins(isListed)],
    entries: plugins.sitemapEntries,
  };
  const text = robots(privateSections(ofPlugins(({ access }) => access !== 'public'))).join('\n');
  const kept = new Map<string, { readonly until: number; readonly bytes: Promise<Buffer> }>();
  const inTurn = limitConcurrency(1);

  function compressed(name: string, write: () => AsyncGenerator<string>): Promise<Buffer> {
    const at = now().getTime();
    const there = kept.get(name);
    if (there && there.until > at) return there.bytes;
    const bytes = inTurn(() => reading(() => compress(write())));
    kept.delete(name);
    kept.set(name, { until: at + KEPT_MS, bytes });
    bytes.catch(() => kept.delete(name));
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return bytes;
  }

  async function send(request: FastifyRequest, reply: FastifyReply, bytes: Promise<Buffer>): Promise<FastifyReply> {
    const body = await bytes;
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=600');
    reply.header('vary', 'accept-encoding');
    if (/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      return reply.header('content-encoding', 'gzip').send(body);
    }
    return reply.send(Readable.from([body]).pipe(createGunzip()));
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const parts = async function* () {
      const count = await countSitemapProducts(db);
      const isOne = count <= PRODUCTS_PER_PART;
      yield* isOne ? writeWhole(db, origin, pages) : writeIndex(origin, Math.ceil(count / PRODUCTS_PER_PART));
    };
    return send(request, reply, compressed('whole', parts));
  });
  app.get('/sitemap-pages.xml', (request, reply) =>
    send(
      request,
      reply,
      compressed('pages', () => writePages(db, origin, pages)),
    ),
  );
  app.get<{ Params: { part: string } }>('/sitemap-products-:part(^\\d{1,5}).xml', async (request, reply) => {
    const part = Number(request.params.part);
    const last = Math.max(1, Math.ceil((await reading(() => countSitemapProducts(db))) / PRODUCTS_PER_PART));
    if (part < 1 || part > last) throw new Refusal('route.not_found');
    return send(
      request,
      reply,
      compressed(`products ${part}`, () => writeProducts(db, origin, part)),
    );
  });
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${text}\n\nSitemap: ${origin}/sitemap.xml\n`),
  );
}
