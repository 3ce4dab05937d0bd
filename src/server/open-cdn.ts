import { openCloudflare } from './adapters/cdn/cloudflare.ts';
import { openFastly } from './adapters/cdn/fastly.ts';
import { openVarnish } from './adapters/cdn/varnish.ts';
import type { Cdn } from './platform/cdn/cdn.ts';
import type { CdnSettings } from './platform/config.ts';

const OPEN = { varnish: openVarnish, fastly: openFastly, cloudflare: openCloudflare } satisfies Record<
  CdnSettings['kind'],
  (settings: CdnSettings) => Cdn
>;

/** The CDN of the configuration. */
export const openCdn = (settings: CdnSettings): Cdn => OPEN[settings.kind](settings);
