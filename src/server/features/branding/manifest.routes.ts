import type { FastifyInstance } from 'fastify';
import { collectCacheFacts, dependsOn } from '#server/platform/http/response-cache/cache-facts.ts';
import { cacheableResponse } from '#server/platform/http/response-cache/cacheable-response.ts';
import type { ResponseCache } from '#server/platform/http/response-cache/response-cache.ts';
import { sendCached } from '#server/platform/http/response-cache/send-cached.ts';
import type { BrandingReader } from './branding.ts';

export interface ManifestServices {
  readonly branding: BrandingReader;
  readonly cache: ResponseCache;
  readonly settings: { get(section: 'site'): Promise<{ readonly siteName: string; readonly siteDescription: string }> };
}

const PATH = '/manifest.webmanifest';

const OWN_ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
];

/** Serves the web app manifest: name, colours and icons of the installed shop. */
export function bindManifest(app: FastifyInstance, { branding, cache, settings }: ManifestServices): void {
  app.get(PATH, async (request, reply) => {
    const response = await cache.serve(PATH, async () => {
      const { result, facts } = await collectCacheFacts(async () => {
        dependsOn('setting');
        const [{ siteName, siteDescription }, { colours, icons }] = await Promise.all([
          settings.get('site'),
          branding.read(),
        ]);
        return {
          name: siteName,
          short_name: siteName,
          description: siteDescription,
          start_url: '/',
          display: 'minimal-ui',
          background_color: colours.light.paper,
          theme_color: colours.light.paper,
          icons:
            icons.length === 0
              ? OWN_ICONS
              : icons.map(({ path, edge }) => ({ src: path, sizes: `${edge}x${edge}`, type: 'image/png' })),
        };
      });
      const headers = { 'content-type': 'application/manifest+json; charset=utf-8' };
      return cacheableResponse(200, headers, Buffer.from(JSON.stringify(result)), facts);
    });
    return sendCached(cache, PATH, response, request, reply);
  });
}
