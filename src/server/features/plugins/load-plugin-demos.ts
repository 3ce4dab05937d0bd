import type { Plugin, PluginTransaction } from '#plugin';
import { setProductRating } from '#server/features/catalogue/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { insertSettings } from './plugin-settings.store.ts';

/** Adds to the demo shop what plug-ins bring, in the transaction that loads it. */
export async function loadPluginDemos(plugins: readonly Plugin[], tx: Transaction, today: Date): Promise<void> {
  for (const { name, loadDemo } of plugins) {
    await loadDemo?.({
      // The shop's transaction, typed for the plug-in's tables.
      tx: tx as unknown as PluginTransaction<unknown>,
      today,
      saveSettings: (values) => insertSettings(tx, name, values),
      setRating: (id, rating) => setProductRating(tx, id, rating),
    });
  }
}
