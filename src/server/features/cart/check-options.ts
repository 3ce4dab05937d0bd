import type { FieldErrors } from '#contract/envelope.ts';
import { type ChosenOptions, chooseOptions, optionsOfProduct } from '#domain/cart/line-options.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CartLineKey, readCustomValues } from './cart.store.ts';
import type { CartPricing } from './cart-pricing.ts';

export type OptionsInput = Readonly<Record<string, string | null>>;

/**
 * Validates a customer's options for a line against what plug-ins offer.
 * @param target the id of a product, or a line of the cart. It may not exist; that is refused elsewhere.
 * @throws Refusal `request.invalid` for an option that is not offered or an invalid value.
 */
export async function checkOptions(
  db: Database,
  wanted: OptionsInput,
  target: number | CartLineKey,
  { options }: Pick<CartPricing, 'options'>,
): Promise<ChosenOptions> {
  const dependsOnProduct = options.some(({ productFlag }) => productFlag !== undefined);
  const custom = dependsOnProduct ? await readCustomValues(db, target) : undefined;
  const { chosen, problems } = chooseOptions(wanted, custom ? optionsOfProduct(options, custom) : options);
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(problems).map(([key, problem]) => [`options.${key}`, [problem]]),
  );
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Refusal('request.invalid', { message, errors });
  return chosen;
}
