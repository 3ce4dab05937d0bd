/** What tests of plug-ins work with: everything that `#plugin/testing` offers. */
import type { Contract, DataOf, InputOf } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import type { ShopContract } from '#contract/index.ts';
import type { Plugin } from '#plugin';
import { type CallOptions, openTestShop, type TestShop } from './shop.ts';

export { type CreatedUser, createAdmin, createCustomer, signIn } from './factories/customer.ts';
export { createPaidOrder, createShopper } from './factories/order.ts';
export { createCategory, createProduct } from './factories/product.ts';

/** What came back of a call. */
export interface PluginReply<D> {
  readonly status: number;
  readonly message: string;
  /** @throws when the call was refused */
  readonly data: D;
  /** @throws when the call succeeded */
  readonly failure: Failure;
}

/** A shop with plug-ins in this process, with its own database and a clock that the test moves. */
export interface PluginShop<C extends Contract> extends Omit<TestShop, 'call'> {
  /** Calls an endpoint of the plug-in or of the shop over HTTP and checks the answer against its contract. */
  call<K extends keyof (C & ShopContract)>(
    key: K,
    input: InputOf<(C & ShopContract)[K]>,
    options?: CallOptions,
  ): Promise<PluginReply<DataOf<(C & ShopContract)[K]>>>;
}

/** Opens a shop with these plug-ins: `openPluginShop<typeof contract>(reviews())`. */
export async function openPluginShop<C extends Contract = Record<never, never>>(
  ...plugins: readonly Plugin[]
): Promise<PluginShop<C>> {
  // Its calls are typed for the shop's own contract; the plug-ins' endpoints are there as well.
  return (await openTestShop({}, async () => ({ plugins }))) as unknown as PluginShop<C>;
}
