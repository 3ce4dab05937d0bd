import { useEffect, useState } from 'react';
import { searchAddress } from '#domain/catalogue/list-address.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

/** Debounce of the suggestions. */
const DEBOUNCE_MS = 150;

export interface Suggestions extends Data<'GET /products/suggestions'> {
  /** The text they belong to. */
  readonly text: string;
}

export interface Option {
  readonly key: string;
  readonly address: string;
}

/** The options in display order. */
export function optionsOf({ text, corrected_search, products, categories }: Suggestions): Option[] {
  const spelt = corrected_search ? [{ key: 'spelt', address: searchAddress(corrected_search) }] : [];
  return [
    ...spelt,
    ...products.map(({ id }) => ({ key: `product ${id}`, address: `/products/${id}` })),
    ...categories.map(({ id }) => ({ key: `category ${id}`, address: `/products/category/${id}` })),
    { key: 'all', address: searchAddress(text) },
  ];
}

/**
 * Suggestions for `text`; null while unknown. The results for an earlier text stay until those for the current one
 * arrive; late results are dropped. A failed call suggests nothing.
 */
export function useSuggestions(text: string): Suggestions | null {
  const [found, setFound] = useState<Suggestions | null>(null);

  useEffect(() => {
    if (text === '') return setFound(null);
    const asked = new AbortController();
    const timer = setTimeout(() => {
      call('GET /products/suggestions', { query: { q: text } }, { signal: asked.signal }).then(
        (answer) => {
          if (!asked.signal.aborted) setFound({ ...answer, text });
        },
        () => {
          if (!asked.signal.aborted) setFound(null);
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [text]);

  return found;
}
