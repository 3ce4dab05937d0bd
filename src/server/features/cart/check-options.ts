import type { FieldErrors } from '#contract/envelope.ts';
import { type ChosenOptions, chooseOptions } from '#domain/cart/line-options.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CartPricing } from './cart-pricing.ts';

export type OptionsInput = Readonly<Record<string, string | null>>;

/**
 * Validates a customer's options for a line against what plug-ins offer.
 * @throws Refusal `request.invalid` for an option that is not offered or an invalid value.
 */
export function checkOptions(wanted: OptionsInput, { options }: Pick<CartPricing, 'options'>): ChosenOptions {
  const { chosen, problems } = chooseOptions(wanted, options);
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(problems).map(([key, problem]) => [`options.${key}`, [problem]]),
  );
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Refusal('request.invalid', { message, errors });
  return chosen;
}
