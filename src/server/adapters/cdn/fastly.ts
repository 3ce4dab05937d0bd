import type { Cdn } from '#server/platform/cdn/cdn.ts';
import { sendPurge } from './send-purge.ts';

/** https://www.fastly.com/documentation/reference/api/purging/ (`CDN_URL` contains the service: `…/service/<id>`). */
export function openFastly(service: string, token: string): Cdn {
  return {
    host: new URL(service).host,
    maxKeys: 256,
    async purge(keys, mode, signal) {
      const headers = {
        'fastly-key': token,
        accept: 'application/json',
        'content-type': 'application/json',
        ...(mode === 'soft' && { 'fastly-soft-purge': '1' }),
      };
      await sendPurge(`${service}/purge`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ surrogate_keys: keys }),
        signal,
      });
    },
  };
}
