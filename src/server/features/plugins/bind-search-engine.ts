import { join } from 'node:path';
import type { Plugin, PluginServices, SearchChange } from '#plugin';
import type { Change } from '#server/cluster/change-feed.ts';
import { readFilterValues, type SearchEngine } from '../catalogue/index.ts';

/** The search engine of a plug-in, as the catalogue opens it; undefined if the plug-in has none. */
export function bindSearchEngine({ name, searchEngine }: Plugin, services: PluginServices): SearchEngine | undefined {
  if (!searchEngine) return undefined;
  return {
    name: searchEngine.name,
    open: ({ db, changes, customFields, dataDir }) =>
      searchEngine.open({
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
      }),
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
