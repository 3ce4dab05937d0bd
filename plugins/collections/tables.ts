import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PluginDatabase, PluginServices, PluginTransaction } from '#plugin';
import type { Rule } from './rule.ts';
import type { CollectionSort } from './sorts.ts';

export interface CollectionTable {
  id: Generated<number>;
  slug: string;
  name: string;
  description: string;
  image: string | null;
  seo_title: string | null;
  seo_description: string | null;
  kind: 'manual' | 'rule';
  rule: ColumnType<Rule | null, string | null, string | null>;
  sort: CollectionSort;
  max_products: number | null;
  position: number;
  is_published: boolean;
  published_from: Date | null;
  published_until: Date | null;
  revision: Generated<number>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
}
export type CollectionRow = Selectable<CollectionTable>;

/** The tables of `migrations/`. */
export interface Tables {
  'plugin_collections.collection': CollectionTable;
  'plugin_collections.collection_product': { collection_id: number; product_id: number; position: number };
  'plugin_collections.upload': { address: string; created_at: Date };
  'plugin_collections.former_slug': { slug: string; collection_id: number };
}

export type Services = PluginServices<Record<never, never>, Tables>;
export type Database = PluginDatabase<Tables>;
export type Transaction = PluginTransaction<Tables>;
