import type { ColumnType, Generated } from 'kysely';
import type { PluginDatabase, PluginServices, PluginTransaction } from '#plugin';
import type { RichText } from './model/rich-text.ts';
import type { ContentPicture } from './model/rich-text-schema.ts';

/** JSON is written as text: a value that is an array would otherwise become a PostgreSQL array. */
type Json<T> = ColumnType<T, string, string>;

export interface PageTable {
  id: Generated<number>;
  slug: string;
  title: string;
  body: Json<RichText>;
  seo_title: string;
  seo_description: string;
  is_published: boolean;
  publish_from: Date | null;
  publish_until: Date | null;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface PostTable {
  id: Generated<number>;
  slug: string;
  title: string;
  summary: string;
  beginning: string;
  cover: ColumnType<ContentPicture | null, string | null, string | null>;
  author: string;
  tags: string[];
  body: Json<RichText>;
  seo_title: string;
  seo_description: string;
  is_published: boolean;
  publish_from: Date | null;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface RedirectTable {
  id: Generated<number>;
  from_path: string;
  to_path: string;
  status: number;
  is_automatic: boolean;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

/** The tables of `migrations/`. */
export interface Tables {
  'plugin_content.page': PageTable;
  'plugin_content.post': PostTable;
  'plugin_content.redirect': RedirectTable;
  'plugin_content.document': {
    name: 'home' | 'frame';
    draft: Json<unknown>;
    published: Json<unknown>;
    revision: Generated<number>;
    saved_at: Date;
    published_at: Date | null;
  };
  'plugin_content.picture': { address: string; width: number; height: number; created_at: Date };
}

export type Services = PluginServices<Record<never, never>, Tables>;
export type Database = PluginDatabase<Tables>;
export type Transaction = PluginTransaction<Tables>;
