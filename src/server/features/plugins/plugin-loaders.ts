import type {
  AddressRedirect,
  Branding,
  FrameContent,
  LookContent,
  Plugin,
  PluginServices,
  SitemapEntry,
} from '#plugin';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import {
  type CallObserver,
  pausingTimeLimit,
  WorkPaused,
  withTimeLimit,
} from '#server/platform/concurrency/with-time-limit.ts';
import { collectCacheFacts } from '#server/platform/http/response-cache/cache-facts.ts';
import { RESPONSE_LIMIT_MS } from './plugin-limits.ts';

interface OpenPlugin {
  readonly plugin: Plugin;
  readonly services: PluginServices;
}

/** What plug-ins load for pages, mails and the sitemap. */
export interface PluginLoaders {
  /** What is shown around the pages; undefined: the shop's own. */
  loadFrame(): Promise<FrameContent | undefined>;
  /** Stylesheet, fonts and icon of the pages; undefined: the shop's own. */
  loadLook(): Promise<LookContent | undefined>;
  /** Colours, logo and icons of mails, documents and the manifest; undefined: the shop's own. */
  loadBranding(): Promise<Branding | undefined>;
  /** The target of a path without a page; null if there is none. */
  findRedirect(path: string): Promise<AddressRedirect | null>;
  /** Sitemap entries of plug-ins, in addition to their pages without parameters. */
  sitemapEntries(): AsyncIterable<SitemapEntry>;
}

/** Log messages for a failure of each. */
const LOADERS = {
  loadFrame: 'A plug-in failed to load the frame of the pages',
  loadLook: 'A plug-in failed to load the look of the pages',
  loadBranding: 'A plug-in failed to load the branding',
  findRedirect: 'A plug-in failed to find a redirect',
} as const;
type Loader = keyof typeof LOADERS;

/** Short, because pages and mails wait for it. */
const LOAD_LIMIT_MS = 1_000;

/** A plug-in that fails is logged and left out; after a timeout, it is not called for a while. */
export function createPluginLoaders(
  opened: readonly OpenPlugin[],
  { log, delays }: PluginReports,
  { limitMs = LOAD_LIMIT_MS } = {},
): PluginLoaders {
  /** @returns undefined when the plug-in fails. */
  function guard<Input extends readonly unknown[], T>(
    { plugin, services }: OpenPlugin,
    name: Loader,
    load: ((services: PluginServices, ...input: Input) => Promise<T>) | undefined,
  ): ((...input: Input) => Promise<T | undefined>)[] {
    if (!load) return [];
    const inTime = pausingTimeLimit({ limitMs, observer: delays.observe(plugin.name, name) });
    return [
      async (...input) => {
        try {
          return (await collectCacheFacts(() => inTime(() => load(services, ...input)))).result;
        } catch (error) {
          if (!(error instanceof WorkPaused)) log.error({ err: error, plugin: plugin.name }, LOADERS[name]);
          return undefined;
        }
      },
    ];
  }

  /** The first result; only one plug-in of a shop may have such a loader. */
  const firstOf =
    <T>(loaders: readonly (() => Promise<T | null | undefined>)[]) =>
    async (): Promise<T | undefined> => {
      for (const load of loaders) {
        const loaded = await load();
        if (loaded) return loaded;
      }
      return undefined;
    };

  const redirects = opened.flatMap((one) => guard(one, 'findRedirect', one.plugin.findRedirect));
  return {
    loadFrame: firstOf(opened.flatMap((one) => guard(one, 'loadFrame', one.plugin.loadFrame))),
    loadLook: firstOf(opened.flatMap((one) => guard(one, 'loadLook', one.plugin.loadLook))),
    loadBranding: firstOf(opened.flatMap((one) => guard(one, 'loadBranding', one.plugin.loadBranding))),
    async findRedirect(path) {
      for (const find of redirects) {
        const redirect = await find(path);
        if (redirect) return redirect;
      }
      return null;
    },
    sitemapEntries: () => listSitemapEntries(opened, { log, delays }),
  };
}

/** A plug-in that fails is logged, and the next one follows. */
async function* listSitemapEntries(
  opened: readonly OpenPlugin[],
  { log, delays }: PluginReports,
): AsyncGenerator<SitemapEntry> {
  for (const { plugin, services } of opened) {
    try {
      const entries = plugin.sitemapEntries?.(services);
      if (entries) yield* inTime(entries, delays.observe(plugin.name, 'sitemapEntries'));
    } catch (error) {
      log.error({ err: error, plugin: plugin.name }, 'A plug-in failed to list its addresses for the sitemap');
    }
  }
}

/** @throws TimeLimitError if the next entry takes too long. */
async function* inTime<T>(entries: AsyncIterable<T>, observer: CallObserver): AsyncGenerator<T> {
  const iterator = entries[Symbol.asyncIterator]();
  let isWaitingForMore = false;
  try {
    for (;;) {
      const next = await withTimeLimit(RESPONSE_LIMIT_MS, () => iterator.next(), observer);
      if (next.done) return;
      isWaitingForMore = true;
      yield next.value;
      isWaitingForMore = false;
    }
  } finally {
    // Nobody reads on: the plug-in closes what it has opened. One that ended, failed or hangs is not asked.
    if (isWaitingForMore) await iterator.return?.();
  }
}
