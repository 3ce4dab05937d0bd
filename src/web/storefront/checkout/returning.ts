import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { refused, type Trouble } from './trouble.ts';

/** Why a payment that had left for the bank's page came back (order-success-page.tsx says so on its way here). */
export function useFailure(): Trouble | null {
  const { state } = useLocation();
  const [failure] = useState(() => (state as { failure?: unknown } | null)?.failure);
  const [trouble] = useState(() => (typeof failure === 'string' ? refused(failure) : null));
  return trouble;
}

/** Does something once each time that it becomes due. */
export function useWhenDue(isDue: boolean, work: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDue && !isDone.current) work();
    isDone.current = isDue;
  });
}
