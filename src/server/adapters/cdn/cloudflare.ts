import type { Cdn } from '#server/platform/cdn/cdn.ts';
import { sendPurge } from './send-purge.ts';

/**
 * https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/ (`CDN_URL` contains the zone: `…/zones/<id>`).
 * Cloudflare has only hard purges.
 */
export function openCloudflare(zone: string, token: string): Cdn {
  return {
    host: new URL(zone).host,
    // Some accounts are limited to 30 tags per call; newer ones allow 100.
    maxKeys: 30,
    async purge(keys, _mode, signal) {
      await sendPurge(`${zone}/purge_cache`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tags: keys }),
        signal,
      });
    },
  };
}
