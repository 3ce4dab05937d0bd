import { openCloudflare } from '../adapters/cdn/cloudflare.ts';
import { openFastly } from '../adapters/cdn/fastly.ts';
import { openVarnish } from '../adapters/cdn/varnish.ts';
import type { Cdn } from '../platform/cdn/cdn.ts';
import type { CdnSettings } from '../platform/config.ts';

const OPEN = { varnish: openVarnish, fastly: openFastly, cloudflare: openCloudflare } satisfies Record<
  CdnSettings['kind'],
  (url: string, token: string) => Cdn
>;

/** The CDN of the configuration: one for each address. */
export const openCdn = ({ kind, urls, token }: CdnSettings): readonly Cdn[] =>
  urls.map((url) => OPEN[kind](url, token));
