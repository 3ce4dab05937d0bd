import type { ColumnType } from 'kysely';
import type { PluginDatabase, PluginServices, PluginTransaction } from '#plugin';
import type { Theme } from './model/theme.ts';

type Json<T> = ColumnType<T, string, string>;

/** The tables of `migrations/`. */
export interface Tables {
  'plugin_theme.theme': {
    id: number;
    draft: Json<Theme | null>;
    published: Json<Theme | null>;
    revision: number;
    saved_at: Date;
    published_at: Date | null;
  };
  'plugin_theme.stylesheet': { hash: string; text: string; used_at: Date };
  'plugin_theme.icon': { hash: string; png: Buffer; large: Buffer | null; created_at: Date };
  'plugin_theme.drawing': {
    hash: string;
    source: string;
    width: number;
    height: number;
    png: Buffer;
    used_at: Date;
  };
  'plugin_theme.logo': { address: string; created_at: Date };
}

export type Services = PluginServices<Record<never, never>, Tables>;
export type Database = PluginDatabase<Tables>;
export type Transaction = PluginTransaction<Tables>;
