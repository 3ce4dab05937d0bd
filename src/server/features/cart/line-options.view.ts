import type { Cart } from '#contract/storefront/cart.ts';
import type { ChosenOptions, LineOption } from '#domain/cart/line-options.ts';
import { formatDecimal } from '#domain/money/money.ts';

type LineOptionView = NonNullable<Cart['items'][number]['options']>[number];

/** An offered option of a line, with its chosen value. */
export function lineOptionView(option: LineOption, chosen: ChosenOptions): LineOptionView {
  const { key, label, kind, per = 'line' } = option;
  return {
    key,
    label,
    kind,
    price: formatDecimal(option.kind === 'choice' ? 0 : (option.price ?? 0)),
    per,
    choices: (option.kind === 'choice' ? option.choices : []).map((choice) => ({
      value: choice.value,
      label: choice.label,
      price: formatDecimal(choice.price ?? 0),
    })),
    max_length: option.kind === 'text' ? option.maxLength : null,
    value: chosen[key]?.value ?? null,
  };
}
