import type { Generated } from 'kysely';
import type { PluginDatabase, PluginServices, PluginTransaction } from '#plugin';
import type { settings } from './settings.ts';

export type AlertKind = 'stock' | 'price';

export interface AlertTable {
  id: Generated<number>;
  kind: AlertKind;
  product_id: number;
  /** Null: the product as a whole. */
  variant_id: number | null;
  /** Either this or `email`. */
  user_id: number | null;
  /** The address of a guest. */
  email: string | null;
  /** Cents; only of a price alert. A mail is due below it. */
  price_cents: number | null;
  confirmed_at: Date | null;
  ended_at: Date | null;
  round: Generated<number>;
  last_mailed_at: Date | null;
  confirm_token_hash: Buffer | null;
  confirm_mailed_at: Date | null;
  /** Confirmation mails since the last one whose link was opened. */
  unanswered_mails: Generated<number>;
  created_at: Date;
}

/** The tables of `migrations/`. */
export interface Tables {
  'plugin_stock_and_price_alerts.alert': AlertTable;
  'plugin_stock_and_price_alerts.delivery': {
    alert_id: number;
    round: number;
    token_hash: Buffer;
    queued_at: Date;
  };
  'plugin_stock_and_price_alerts.product_check': { product_id: number; due_at: Date; version: Generated<number> };
}

export const ALERT = 'plugin_stock_and_price_alerts.alert';
export const DELIVERY = 'plugin_stock_and_price_alerts.delivery';
export const PRODUCT_CHECK = 'plugin_stock_and_price_alerts.product_check';

export type Services = PluginServices<typeof settings.fields, Tables>;
export type Database = PluginDatabase<Tables>;
export type Transaction = PluginTransaction<Tables>;
