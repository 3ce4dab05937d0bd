import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { sendFailure } from './failures.ts';
import { ALWAYS_ANSWERED } from './overload.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** What is served for the base path of a picture, which every client can show. */
const ONE_PICTURE = '-720.webp';

/**
 * The service worker: its URL never changes, so browsers must revalidate it; its own policy defines what it may fetch.
 */
const WORKER = 'sw.js';

export interface FileFolders {
  /** The built browser files; names in `assets` contain a hash. */
  readonly client: string;
  /** Folders with the assets of earlier builds. */
  readonly earlier?: readonly string[];
  /** The folder with the demo's pictures; uploads are in the database (docs/decisions/0009). */
  readonly media: string;
}

/** Serves built scripts, styles and fonts (immutable, precompressed), other public files and pictures. */
export async function bindFiles(app: FastifyInstance, folders: FileFolders): Promise<void> {
  await app.register(async (files) => {
    // Folders and paths outside the root are not found.
    files.setErrorHandler<FastifyError>((error, request, reply) => {
      const isRefused = error.statusCode !== undefined && error.statusCode < 500;
      return sendFailure(isRefused ? new Refusal('route.not_found') : error, request, reply);
    });
    await bind(files, folders);
  });
}

async function bind(app: FastifyInstance, { client, earlier = [], media }: FileFolders): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (/^\/(media|assets)\//.test(route.url)) route.config = { ...route.config, ...ALWAYS_ANSWERED };
  });
  await app.register(serveStatic, {
    root: [join(client, 'assets'), ...earlier],
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
  // `images` of a product are base paths, to which pages add a width; the base path itself serves one of the widths.
  // What follows an underscore is the picture's largest width (docs/decisions/0069).
  app.get<{ Params: { picture: string } }>('/media/:picture(^[\\w-]+$)', (request, reply) =>
    reply.sendFile(request.params.picture.replace(/_\d+$/, '') + ONE_PICTURE),
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
