import type { FastifyInstance, FastifyReply } from 'fastify';
import type { uploadEndpoints } from '#contract/admin/uploads.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readPictureFile } from './pictures.store.ts';
import { type PictureServices, takePicture } from './take-picture.ts';

export function pictureHandlers(services: PictureServices): Handlers<typeof uploadEndpoints> {
  return {
    'POST /admin/uploads': async ({ caller, file }) =>
      answer({ picture: await takePicture(services, file, caller.userId) }, 'Picture uploaded'),
  };
}

/** What stands for all of its widths when a picture is asked for by its base path. */
const WHOLE = 1280;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves uploaded pictures to everybody, from the database that all nodes share (docs/decisions/0009). */
export function bindPictures(app: FastifyInstance, { db }: { readonly db: Database }): void {
  app.get<{ Params: { key: string } }>(
    '/media/:key(^up-[0-9a-f]{32}$)',
    { config: { rateLimit: false } },
    (request, reply) => send(request.params.key, WHOLE, reply),
  );
  app.get<{ Params: { key: string; width: string } }>(
    '/media/:key(^up-[0-9a-f]{32})-:width(^320|640|1280).webp',
    { config: { rateLimit: false } },
    (request, reply) => send(request.params.key, Number(request.params.width), reply),
  );

  async function send(key: string, width: number, reply: FastifyReply) {
    const bytes = await readPictureFile(db, key, width);
    if (!bytes) throw new Refusal('route.not_found');
    return reply.header('cache-control', FOR_EVER).type('image/webp').send(bytes);
  }
}
