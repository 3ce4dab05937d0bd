import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import {
  createCustomFields,
  createPluginCatalogue,
  createShopCategories,
  inMemoryEngine,
  openBoughtTogether,
  type PluginCatalogue,
  postgresEngine,
  type SearchEngine,
} from '../features/catalogue/index.ts';
import type { Plugins } from '../features/plugins/index.ts';
import { createSearchRules, createSearchSynonyms, openSearchLog } from '../features/search/index.ts';
import type { Config } from '../platform/config.ts';
import type { DatabaseConnection } from '../platform/database/connection.ts';
import type { Services } from './services.ts';

const ENGINES = { memory: inMemoryEngine, postgres: postgresEngine } satisfies Record<
  Config['searchEngine'],
  SearchEngine
>;

interface Options {
  readonly searchEngine: SearchEngine | undefined;
  readonly productFilters: readonly FilterField[] | undefined;
}

type CatalogueServices = Pick<
  Services,
  'customFields' | 'categories' | 'search' | 'boughtTogether' | 'searchLog' | 'searchRules'
> & { readonly catalogue: PluginCatalogue };

/**
 * Opens the catalogue of shoppers: its search engine, and what lists and searches depend on.
 * @param opened closes each part.
 * @param options the search engine, instead of that of the configuration, and filters.
 */
export function openCatalogueServices(
  opened: AsyncDisposableStack,
  {
    config,
    db,
    connection,
    changes,
    now,
    log,
  }: Pick<Services, 'config' | 'db' | 'changes' | 'now' | 'log'> & {
    readonly connection: DatabaseConnection;
  },
  { productFields, loadProducts }: Pick<Plugins, 'productFields' | 'loadProducts'>,
  { searchEngine = ENGINES[config.searchEngine], productFilters }: Options,
): CatalogueServices {
  const customFields = createCustomFields(db, changes, productFields, productFilters);
  const categories = createShopCategories(db, changes);
  const synonyms = createSearchSynonyms(db, changes);
  const search = searchEngine.open({
    db,
    connection,
    changes,
    customFields,
    synonyms,
    dataDir: config.dataDir,
    log,
  });
  opened.defer(() => search.close());
  const boughtTogether = openBoughtTogether({ db, log });
  opened.defer(() => boughtTogether.close());
  const searchLog = openSearchLog({ db, now, log });
  opened.defer(() => searchLog.close());
  const searchRules = createSearchRules(db, changes);
  const catalogue = createPluginCatalogue({
    db,
    search,
    searchRules,
    searchLog,
    customFields,
    categories,
    loadProducts,
  });
  return { customFields, categories, search, boughtTogether, searchLog, searchRules, catalogue };
}
