import type { Cdn } from '#server/platform/cdn/cdn.ts';
import type { CdnSettings } from '#server/platform/config.ts';
import { sendPurge } from './send-purge.ts';

/**
 * Varnish servers with the `xkey` module and the configuration of `ops/reference/varnish.vcl`. Every server gets every
 * purge; if one of them does not accept it, the purge is retried on all of them.
 */
export function openVarnish({ urls, token }: CdnSettings): Cdn {
  return {
    // Varnish accepts headers of up to 8 KB.
    maxKeys: 200,
    async purge(keys, mode, signal) {
      const headers = { authorization: `Bearer ${token}`, [`xkey-${mode}-purge`]: keys.join(' ') };
      const results = await Promise.allSettled(
        urls.map((url) => sendPurge(`${url}/`, { method: 'PURGE', headers, signal })),
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
