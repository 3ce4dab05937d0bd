import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/platform/database/database.ts';
import { readImmutable } from '#server/platform/database/read-scope.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findPicture } from './avatar.store.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Serves avatars by their random names without authentication, because an `<img>` sends no bearer token. */
export function bindAvatars(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { name: string } }>(
    '/media/avatars/:name([0-9a-f]{32}).webp',
    { config: { rateLimit: false } },
    async (request, reply) => {
      const picture = await readImmutable(() => findPicture(db, request.params.name));
      if (!picture) throw new Refusal('route.not_found');
      return reply
        .header('cache-control', `private, max-age=${YEAR_SECONDS}, immutable`)
        .type('image/webp')
        .send(picture);
    },
  );
}
