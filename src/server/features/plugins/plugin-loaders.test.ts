import { expect, test } from 'vitest';
import { definePlugin, type PluginServices, type SitemapEntry } from '#plugin';
import { reportsTo } from '#test/plugin-reports.ts';
import { createPluginLoaders } from './plugin-loaders.ts';

test('a plug-in closes what it has opened when nobody reads its sitemap entries to the end', async () => {
  let isOpen = false;
  async function* sitemapEntries(): AsyncGenerator<SitemapEntry> {
    isOpen = true;
    try {
      for (;;) yield { path: '/blog', updatedAt: new Date(0) };
    } finally {
      isOpen = false;
    }
  }
  const plugin = definePlugin({ name: 'blog', apiVersion: 1, folder: import.meta.dirname, sitemapEntries });
  const log = { error: () => undefined };
  const loaders = createPluginLoaders([{ plugin, services: {} as PluginServices }], reportsTo(log));
  for await (const { path } of loaders.sitemapEntries()) {
    expect([path, isOpen]).toEqual(['/blog', true]);
    break;
  }
  expect(isOpen).toBe(false);
});
