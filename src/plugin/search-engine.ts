import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import type { CatalogueSearch } from '#server/features/catalogue/index.ts';
import type { PluginServices } from './services.ts';
import type { SettingFields } from './settings.ts';

/** A change that may affect results. */
export type SearchChange =
  /** Changed, sold, new and deleted products; after a lost connection, `all`. */
  | { readonly kind: 'products'; readonly ids: readonly number[] | 'all' }
  /** Any row of the table of that name. */
  | { readonly kind: 'category' | 'custom_field' | 'search_synonym' };

/** What the shop passes to a search engine. */
export interface SearchEngineContext<F extends SettingFields = SettingFields, Tables = unknown> {
  readonly services: PluginServices<F, Tables>;
  /** Calls the listener within milliseconds of the commit of a change, on every node. */
  onChange(listener: (change: SearchChange) => void): void;
  /**
   * The definitions of custom fields and of product fields that are filters. Keys of product fields begin with `field.`.
   * Fields with `isFilter` are filters. A text is compared as a whole; texts of more than 120 characters cannot be filtered by.
   */
  customFields(): Promise<readonly CustomField[]>;
  /** The values that these products store for the filters, by product id and key. */
  filterValues(ids: readonly number[]): Promise<ReadonlyMap<number, CustomValues>>;
  /** A folder for files of the engine's own on this machine. It may not exist yet, and may be lost. */
  readonly dataDir: string;
}

/**
 * Returns the ids for lists and searches of the catalogue; the shop reads the products from the database. An engine has to pass
 * `testSearchEngine` (`#plugin/testing`).
 */
export interface SearchEngine<F extends SettingFields = SettingFields, Tables = unknown> {
  /** For the log, such as `meilisearch`. */
  readonly name: string;
  /** Returns at once and loads in the background. */
  open(context: SearchEngineContext<F, Tables>): CatalogueSearch;
}
