import type { AddressRedirect, FrameContent, LookContent, Plugin, PluginServices, SitemapEntry } from '#plugin';
import { collectCacheFacts } from '#server/platform/http/cache-facts.ts';
import type { Logger } from '#server/platform/log.ts';
import { withTimeLimit } from '#server/platform/with-time-limit.ts';

interface OpenPlugin {
  readonly plugin: Plugin;
  readonly services: PluginServices;
}

/** Pages wait for this. */
const FRAME_LIMIT_MS = 1_000;

/** What is shown around the pages; undefined: the shop's own, also when the plug-in fails. */
export async function loadPluginFrame(
  opened: readonly OpenPlugin[],
  log: Pick<Logger, 'error'>,
): Promise<FrameContent | undefined> {
  for (const { plugin, services } of opened) {
    const { name, loadFrame } = plugin;
    if (!loadFrame) continue;
    try {
      const load = () => withTimeLimit(FRAME_LIMIT_MS, () => loadFrame(services));
      return (await collectCacheFacts(load)).result ?? undefined;
    } catch (error) {
      log.error({ err: error, plugin: name }, 'A plug-in failed to load the frame of the pages');
    }
  }
  return undefined;
}

/** Stylesheet, fonts and icon; undefined: the shop's own, also when the plug-in fails. */
export async function loadPluginLook(
  opened: readonly OpenPlugin[],
  log: Pick<Logger, 'error'>,
): Promise<LookContent | undefined> {
  for (const { plugin, services } of opened) {
    const { name, loadLook } = plugin;
    if (!loadLook) continue;
    try {
      const load = () => withTimeLimit(FRAME_LIMIT_MS, () => loadLook(services));
      return (await collectCacheFacts(load)).result ?? undefined;
    } catch (error) {
      log.error({ err: error, plugin: name }, 'A plug-in failed to load the look of the pages');
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
