import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type CheckoutProblem, refused, unpaid } from './checkout-problem.ts';

/** Why a payment came back from the bank's page (set by order-success-page.tsx). */
export function useEarlierProblem(): CheckoutProblem | null {
  const { state } = useLocation();
  const [problem] = useState(() => {
    const { failure, isUnpaid } = (state ?? {}) as { failure?: unknown; isUnpaid?: unknown };
    if (typeof failure !== 'string') return null;
    return isUnpaid === true ? unpaid(failure) : refused(failure);
  });
  return problem;
}

/** Runs an effect once each time its condition becomes true. */
export function useOnceWhen(isReady: boolean, effect: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (isReady && !hasRun.current) effect();
    hasRun.current = isReady;
  });
}
