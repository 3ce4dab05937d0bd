/** What tests of plug-ins work with: everything that `#plugin/testing` offers. */
import type { Contract, DataOf, InputOf } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import type { CallKey, ShopContract } from '#contract/index.ts';
import type { Plugin } from '#plugin';
import type { CreatedUser } from './factories/customer.ts';
import { openPayingShop, type PayingShop } from './paying-shop.ts';
import { testSearchEngine as testEngine } from './search-engine-suite.ts';
import type { CallOptions, Reply } from './shop.ts';

export { adminImportClient } from './clients/admin-import-client.ts';
export { countWaiting } from './database.ts';
export { type CreatedUser, createAdmin, createCustomer, signIn } from './factories/customer.ts';
export { ADDRESS, createPaidOrder, createShopper, type Shopper } from './factories/order.ts';
export { createCategory, createProduct } from './factories/product.ts';
export { isResponseCached } from './is-response-cached.ts';

/** The tests that a search engine has to pass, given the plug-in that brings it: `testSearchEngine(meilisearch())`. */
export const testSearchEngine: (plugin: Plugin) => void = testEngine;

type AdminWriteKey<C extends Contract> = {
  [K in keyof C & string]: K extends `GET ${string}` ? never : K extends `${string} /admin/${string}` ? K : never;
}[keyof C & string];

/**
 * For each write of a plug-in in the back office, what prepares it and returns its input, or a sentence that says why it is
 * not audited. `test/repository/plugin-audit.test.ts` calls each as an admin, in a shop with all plug-ins, and expects it in the audit log.
 */
export type AdminWrites<C extends Contract> = {
  readonly [K in AdminWriteKey<C>]: string | ((shop: PluginShop<C>, admin: CreatedUser) => Promise<InputOf<C[K]>>);
};

/** What came back of a call. */
export interface PluginReply<D> {
  readonly status: number;
  readonly headers: Reply<CallKey>['headers'];
  readonly message: string;
  /** @throws when the call was refused */
  readonly data: D;
  /** @throws when the call succeeded */
  readonly failure: Failure;
}

/**
 * Calls an endpoint of the shop or of the plug-in over HTTP and checks the answer against its contract. One signature, not
 * an overload for each: a wrong input is then reported as such.
 */
type PluginCall<C extends Contract> = <K extends keyof (C & ShopContract)>(
  key: K,
  input: InputOf<(C & ShopContract)[K]>,
  options?: CallOptions,
) => Promise<PluginReply<DataOf<(C & ShopContract)[K]>>>;

/**
 * A shop with plug-ins in this process, with its own database, the payment sandbox, and a clock, jobs and mailbox that the
 * test controls.
 */
export interface PluginShop<C extends Contract = Record<never, never>> extends PayingShop {
  readonly call: PluginCall<C>;
}

/** Opens a shop with these plug-ins: `openPluginShop<typeof contract>(reviews())`. */
export async function openPluginShop<C extends Contract = Record<never, never>>(
  ...plugins: readonly Plugin[]
): Promise<PluginShop<C>> {
  // Its calls are typed for the shop's own contract; the plug-ins' endpoints are there as well.
  return (await openPayingShop({}, { plugins })) as unknown as PluginShop<C>;
}
