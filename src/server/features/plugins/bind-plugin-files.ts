import type { FastifyInstance } from 'fastify';
import { collectCacheFacts } from '#server/platform/http/response-cache/cache-facts.ts';
import { cacheableResponse } from '#server/platform/http/response-cache/cacheable-response.ts';
import type { ResponseCache } from '#server/platform/http/response-cache/response-cache.ts';
import { sendCached } from '#server/platform/http/response-cache/send-cached.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OpenFiles } from './open-plugins.ts';

export interface PluginFileServices {
  readonly cache: ResponseCache;
  readonly plugins: { readonly files: readonly OpenFiles[] };
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the files of plug-ins: the same for everybody, cached and compressed as pages are. */
export function bindPluginFiles(app: FastifyInstance, { cache, plugins }: PluginFileServices): void {
  for (const { path, read } of plugins.files) {
    app.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
      const response = await cache.serve(request.url, async () => {
        const { result: file, facts } = await collectCacheFacts(() => read(request.params));
        if (!file) throw new Refusal('route.not_found');
        const { type, content, isImmutable } = file;
        const headers = { 'content-type': type, ...(isImmutable && { 'cache-control': IMMUTABLE }) };
        return cacheableResponse(200, headers, typeof content === 'string' ? Buffer.from(content) : content, facts);
      });
      return sendCached(cache, request.url, response, request, reply);
    });
  }
}
