import type { AddressRedirect, Plugin, PluginServices, SitemapEntry } from '#plugin';
import { collectCacheFacts } from '#server/platform/http/response-cache/cache-facts.ts';
import type { Logger } from '#server/platform/log.ts';
import { withTimeLimit } from '#server/platform/with-time-limit.ts';

interface OpenPlugin {
  readonly plugin: Plugin;
  readonly services: PluginServices;
}

/** Pages and mails wait until a plug-in has loaded its part. */
const LOAD_LIMIT_MS = 1_000;

/** The result of the one plug-in that has this loader; undefined for the shop's own, also when the plug-in fails. */
export async function loadFromPlugin<T>(
  opened: readonly OpenPlugin[],
  loaderOf: (plugin: Plugin) => ((services: PluginServices) => Promise<T | null>) | undefined,
  what: string,
  log: Pick<Logger, 'error'>,
): Promise<T | undefined> {
  for (const { plugin, services } of opened) {
    const load = loaderOf(plugin);
    if (!load) continue;
    try {
      const limited = () => withTimeLimit(LOAD_LIMIT_MS, () => load(services));
      return (await collectCacheFacts(limited)).result ?? undefined;
    } catch (error) {
      log.error({ err: error, plugin: plugin.name }, `A plug-in failed to load ${what}`);
    }
  }
  return undefined;
}

/** Asks the plug-ins in their order. One that fails is logged and counts as null. */
export async function findPluginRedirect(
  opened: readonly OpenPlugin[],
  path: string,
  log: Pick<Logger, 'error'>,
): Promise<AddressRedirect | null> {
  for (const { plugin, services } of opened) {
    try {
      const redirect = await plugin.findRedirect?.(services, path);
      if (redirect) return redirect;
    } catch (error) {
      log.error({ err: error, plugin: plugin.name }, 'A plug-in failed to find a redirect');
    }
  }
  return null;
}

/** One that fails is logged; the others follow. */
export async function* listSitemapEntries(
  opened: readonly OpenPlugin[],
  log: Pick<Logger, 'error'>,
): AsyncGenerator<SitemapEntry> {
  for (const { plugin, services } of opened) {
    try {
      yield* plugin.sitemapEntries?.(services) ?? [];
    } catch (error) {
      log.error({ err: error, plugin: plugin.name }, 'A plug-in failed to list its addresses for the sitemap');
    }
  }
}
