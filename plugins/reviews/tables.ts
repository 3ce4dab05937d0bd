import type { ColumnType, Generated } from 'kysely';
import type { PluginDatabase, PluginServices, PluginTransaction } from '#plugin';
import type { settings } from './settings.ts';

export type ReviewStatus = 'pending' | 'published' | 'rejected';

export interface ReviewTable {
  id: Generated<number>;
  product_id: number;
  /** Null: the account was deleted. */
  user_id: number | null;
  /** As it is shown; null for a deleted account. */
  author: string | null;
  stars: number;
  title: string;
  text: string;
  pictures: ColumnType<string[], readonly string[], readonly string[]>;
  status: ReviewStatus;
  reply: string | null;
  replied_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Of title and text, for searches. */
  words: ColumnType<string, never, never>;
}

/** The tables of `migrations/`. */
export interface Tables {
  'plugin_reviews.review': ReviewTable;
  'plugin_reviews.rating': {
    product_id: number;
    /** Published reviews with one star, two stars, … */
    counts: ColumnType<number[], readonly number[] | undefined, readonly number[]>;
  };
  'plugin_reviews.upload': { address: string; user_id: number; created_at: Date };
  'plugin_reviews.released_picture': { address: string };
  'plugin_reviews.rejection': { product_id: number; user_id: number };
  'plugin_reviews.request': {
    order_id: number;
    user_id: number;
    delivered_at: Date;
    done_at: Date | null;
    token_hash: Buffer | null;
  };
  'plugin_reviews.opt_out': { user_id: number; created_at: Date };
}

export type Services = PluginServices<typeof settings.fields, Tables>;
export type Database = PluginDatabase<Tables>;
export type Transaction = PluginTransaction<Tables>;
