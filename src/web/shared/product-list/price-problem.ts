import { MAX_AMOUNT, parseDecimal } from '#domain/money/money.ts';

export interface PriceProblem {
  readonly field: 'minPrice' | 'maxPrice';
  readonly words: string;
}

const INVALID_AMOUNT = 'Please enter an amount of at least 0 with at most two decimals.';

/** Invalid prices in the form, as messages; null when valid. */
export function priceProblem(form: HTMLFormElement): PriceProblem | null {
  for (const field of ['minPrice', 'maxPrice'] as const) {
    const { value, validity, valueAsNumber } = inputOf(form, field);
    if (valueAsNumber * 100 > MAX_AMOUNT) return { field, words: 'This number is too large.' };
    const isAmount = value === '' || parseDecimal(value) !== undefined;
    if (!validity.valid || !isAmount) return { field, words: INVALID_AMOUNT };
  }
  const { valueAsNumber: min } = inputOf(form, 'minPrice');
  const { valueAsNumber: max } = inputOf(form, 'maxPrice');
  return min > max ? { field: 'minPrice', words: 'The lowest price is above the highest.' } : null;
}

const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;
