import { join } from 'node:path';
import type { Plugin, PluginServices, SearchChange, SearchEngineContext } from '#plugin';
import type { Change } from '#server/cluster/change-feed.ts';
import { readFilterValues, type SearchEngine } from '#server/features/catalogue/index.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { guardSearchEngine } from './guard-search-engine.ts';

/** The search engine of a plug-in, as the catalogue opens it; undefined if the plug-in has none. */
export function bindSearchEngine(
  { name, searchEngine }: Plugin,
  services: PluginServices,
  reports: PluginReports,
): SearchEngine | undefined {
  if (!searchEngine) return undefined;
  return {
    name: searchEngine.name,
    open: ({ db, changes, customFields, dataDir }) => {
      const context: SearchEngineContext = {
        services,
        async customFields() {
          const [defined, filters] = await Promise.all([customFields.all(), customFields.filters()]);
          return [...filters.filter(({ column }) => column), ...defined];
        },
        filterValues: async (ids) => readFilterValues(db, ids, await customFields.filters()),
        dataDir: join(dataDir, 'plugins', name),
        onChange: (listener) =>
          changes.onChange((change) => {
            const relevant = searchChange(change);
            if (!relevant) return;
            try {
              listener(relevant);
            } catch (error) {
              // The feed also notifies the caches, so an error of a plug-in must not stop it.
              services.log.error({ err: error }, 'A search engine failed to handle a change');
            }
          }),
      };
      return guardSearchEngine(name, () => searchEngine.open(context), reports);
    },
  };
}

function searchChange(change: Change): SearchChange | undefined {
  switch (change.kind) {
    case 'products':
      return change;
    case 'resync':
      return { kind: 'products', ids: 'all' };
    case 'category':
    case 'custom_field':
    case 'search_synonym':
      return { kind: change.kind };
    default:
      return undefined;
  }
}
