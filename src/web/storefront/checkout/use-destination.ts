import { useCallback, useRef, useState } from 'react';
import type { Country } from '#domain/checkout/shipping.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { isComplete } from './address-book.ts';

/** Where the order goes, as far as its costs depend on it. */
export interface Destination {
  readonly country: Country;
  /** Once it is complete. */
  readonly address: AddressDraft | undefined;
}

/** The costs are not loaded for every keystroke. */
const PAUSE_MS = 400;

/** The destination of a typed address: its country at once, the other fields after a pause. */
export function useDestination(first: AddressDraft) {
  const [country, setCountry] = useState(first.country);
  const [settled, setSettled] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const follow = useCallback((typed: AddressDraft) => {
    setCountry(typed.country);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSettled((before) => (costTheSame(before, typed) ? before : typed)), PAUSE_MS);
  }, []);

  const isKnown = settled.country === country && isComplete(settled);
  const destination: Destination = { country, address: isKnown ? settled : undefined };
  return { destination, follow };
}

/** Whether both addresses are complete and the same place. The recipient's name does not affect costs. */
const costTheSame = (one: AddressDraft, other: AddressDraft): boolean =>
  isComplete(one) && isComplete(other) && placeOf(one) === placeOf(other);

const placeOf = ({ line1, city, state, postal_code, country }: AddressDraft): string =>
  JSON.stringify([line1, city, state, postal_code, country]);
