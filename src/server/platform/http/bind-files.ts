import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { sendFailure } from './failures.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const UNLIMITED = { rateLimit: false } as const;
/** The file of a picture that stands for all of its widths. */
const WHOLE_PICTURE = '-1280.webp';

/** The service worker: its address never changes, so browsers ask for it anew; what it may fetch is its own policy's business. */
const WORKER = 'sw.js';

export interface FileFolders {
  /** The built browser side; its `assets` carry a hash in their names. */
  readonly client: string;
  /** The folder with the demo's pictures; a merchant's own are in the database (docs/decisions/0009). */
  readonly media: string;
  /** Waits for a picture that is still being made; undefined when it need not be waited for. */
  readonly awaitPicture?: (file: string) => Promise<void> | undefined;
}

/** Serves built scripts, styles and fonts (for ever, compressed beforehand), loose public files and pictures. */
export async function bindFiles(app: FastifyInstance, folders: FileFolders): Promise<void> {
  await app.register(async (files) => {
    // A folder, or a path that leads out of it, is no file: nothing is there.
    files.setErrorHandler<FastifyError>((error, request, reply) => {
      const isRefused = error.statusCode !== undefined && error.statusCode < 500;
      return sendFailure(isRefused ? new Refusal('route.not_found') : error, request, reply);
    });
    await bind(files, folders);
  });
}

async function bind(app: FastifyInstance, { client, media, awaitPicture }: FileFolders): Promise<void> {
  app.addHook('onRoute', (route) => {
    const isPicture = route.url.startsWith('/media/');
    if (isPicture || route.url.startsWith('/assets/')) route.config = { ...route.config, ...UNLIMITED };
    if (isPicture && awaitPicture) {
      route.preHandler = async ({ url }) => awaitPicture(basename(new URL(url, 'http://shop').pathname));
    }
  });
  await app.register(serveStatic, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    maxAge: YEAR_MS,
    immutable: true,
    preCompressed: true,
    decorateReply: false,
    index: false,
  });
  await app.register(serveStatic, {
    root: media,
    prefix: '/media/',
    maxAge: YEAR_MS,
    immutable: true,
    index: false,
  });
  // `images` of a product are base paths, of which a page picks a width; by itself such a path answers with the picture.
  app.get<{ Params: { picture: string } }>('/media/:picture(^[\\w-]+$)', (request, reply) =>
    reply.sendFile(request.params.picture + WHOLE_PICTURE),
  );
  await app.register(serveStatic, {
    root: client,
    wildcard: false,
    globIgnore: ['assets/**', WORKER],
    maxAge: DAY_MS,
    decorateReply: false,
    index: false,
  });
  const worker = await readFile(join(client, WORKER)).catch(() => undefined);
  if (!worker) return;
  app.get(`/${WORKER}`, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'self'")
      .send(worker),
  );
}
