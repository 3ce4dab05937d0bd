import type { FastifyInstance } from 'fastify';
import type { uploadEndpoints } from '#contract/admin/uploads.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readImmutable } from '#server/platform/database/read-scope.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { fileKeyHeaders } from '#server/platform/http/response-cache/cdn-headers.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readPictureFile } from './pictures.store.ts';
import { pictureKey } from './purge-deleted-pictures.ts';
import { type PictureServices, takePicture } from './take-picture.ts';

export function pictureHandlers(services: PictureServices): Handlers<typeof uploadEndpoints> {
  return {
    'POST /admin/uploads': async ({ caller, request, file }) =>
      respond({ picture: await takePicture(services, file, { actor: caller, request }) }, 'Picture uploaded'),
  };
}

const FOR_EVER = 'public, max-age=31536000, immutable';
const FILE = /^(up-[0-9a-f]{32})(?:-(320|640|1280)\.webp)?$/;
/** The width served for the base path. */
const WHOLE = 1280;

/**
 * Serves uploaded pictures from the database shared by all nodes (docs/decisions/0009).
 * @param services.cdnPurger undefined: no CDN that could use the keys of pictures
 */
export function bindPictures(
  app: FastifyInstance,
  { db, cdnPurger }: { readonly db: Database; readonly cdnPurger: object | undefined },
): void {
  const config = { rateLimit: false } as const;
  app.get<{ Params: { file: string } }>('/media/uploads/:file', { config }, async (request, reply) => {
    const [, key, width = WHOLE] = FILE.exec(request.params.file) ?? [];
    const bytes = key === undefined ? undefined : await readImmutable(() => readPictureFile(db, key, Number(width)));
    if (key === undefined || !bytes) throw new Refusal('route.not_found');
    if (cdnPurger) reply.headers(fileKeyHeaders(pictureKey(key)));
    return reply.header('cache-control', FOR_EVER).type('image/webp').send(bytes);
  });
}
