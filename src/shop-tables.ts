import { resolve } from 'node:path';
import { createSandboxTables } from '#server/adapters/stripe/sandbox/schema.store.ts';
import { migrationsOf } from '#server/features/plugins/index.ts';
import type { ShopTables } from '#server/platform/backup/copy-database.ts';
import shopConfig from '../shop.config.ts';

/** The tables of the shop, of its plug-ins and of the payment sandbox, as restoring a backup creates them. */
export const SHOP_TABLES = {
  migrations: resolve(import.meta.dirname, '../migrations'),
  plugins: migrationsOf(shopConfig.plugins),
  otherSchemas: { sandbox: createSandboxTables },
} satisfies ShopTables;
