export interface PriceProblem {
  readonly field: 'minPrice' | 'maxPrice';
  readonly words: string;
}

const NO_AMOUNT = 'Please enter an amount of at least 0 with at most two decimals.';

/** Invalid prices in the form, as messages; null when valid. */
export function priceProblem(form: HTMLFormElement): PriceProblem | null {
  for (const field of ['minPrice', 'maxPrice'] as const) {
    if (!inputOf(form, field).validity.valid) return { field, words: NO_AMOUNT };
  }
  const { valueAsNumber: min } = inputOf(form, 'minPrice');
  const { valueAsNumber: max } = inputOf(form, 'maxPrice');
  return min > max ? { field: 'minPrice', words: 'The lowest price is above the highest.' } : null;
}

const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;
