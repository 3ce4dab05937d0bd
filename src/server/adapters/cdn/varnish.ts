import type { Cdn } from '#server/platform/cdn/cdn.ts';
import { sendPurge } from './send-purge.ts';

/** A Varnish server with the `xkey` module and the configuration of `ops/reference/varnish.vcl`. */
export function openVarnish(url: string, token: string): Cdn {
  return {
    host: new URL(url).host,
    // Varnish accepts headers of up to 8 KB.
    maxKeys: 200,
    async purge(keys, mode, signal) {
      const headers = { authorization: `Bearer ${token}`, [`xkey-${mode}-purge`]: keys.join(' ') };
      await sendPurge(`${url}/`, { method: 'PURGE', headers, signal });
    },
  };
}
