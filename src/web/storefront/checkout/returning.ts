import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { refused, type Trouble, unpaid } from './trouble.ts';

/** Why a payment came back from the bank's page (set by order-success-page.tsx). */
export function useFailure(): Trouble | null {
  const { state } = useLocation();
  const [trouble] = useState(() => {
    const { failure, isUnpaid } = (state ?? {}) as { failure?: unknown; isUnpaid?: unknown };
    if (typeof failure !== 'string') return null;
    return isUnpaid === true ? unpaid(failure) : refused(failure);
  });
  return trouble;
}

/** Runs an effect once each time its condition becomes true. */
export function useWhenDue(isDue: boolean, work: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDue && !isDone.current) work();
    isDone.current = isDue;
  });
}
