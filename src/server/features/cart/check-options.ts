import type { FieldErrors } from '#contract/envelope.ts';
import { type ChosenOptions, chooseOptions, type LineOption, optionsOfProduct } from '#domain/cart/line-options.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CartLineKey, readCustomValues } from './cart.store.ts';
import type { CartPricing } from './cart-pricing.ts';

export type OptionsInput = Readonly<Record<string, string | null>>;

/**
 * The options that plug-ins offer for a product.
 * @param target the id of a product, or a line of the cart. If it does not exist, which is refused elsewhere: all options.
 */
export async function offeredOptions(
  db: Database,
  options: readonly LineOption[],
  target: number | CartLineKey,
): Promise<readonly LineOption[]> {
  if (options.every(({ productFlag }) => productFlag === undefined)) return options;
  const custom = await readCustomValues(db, target);
  return custom ? optionsOfProduct(options, custom) : options;
}

/**
 * Validates a customer's options for a line against what plug-ins offer.
 * @param target as for `offeredOptions`.
 * @throws Refusal `request.invalid` for an option that is not offered or an invalid value.
 */
export async function checkOptions(
  db: Database,
  wanted: OptionsInput,
  target: number | CartLineKey,
  { options }: Pick<CartPricing, 'options'>,
): Promise<ChosenOptions> {
  const { chosen, problems } = chooseOptions(wanted, await offeredOptions(db, options, target));
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(problems).map(([key, problem]) => [`options.${key}`, [problem]]),
  );
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Refusal('request.invalid', { message, errors });
  return chosen;
}
