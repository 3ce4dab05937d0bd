import { useRef, useState } from 'react';
import type { CheckoutProblem } from './checkout-problem.ts';

export type Operation = 'opening' | 'paying' | 'confirming';

/** What an operation ends with: an order, whose page is shown next; a problem; or null. */
export type Outcome = 'ordered' | CheckoutProblem | null;

/** The pending operation of the checkout and its problem. One operation at a time, so a double click pays once. */
export function useOperation(earlierProblem: CheckoutProblem | null) {
  const [pending, setPending] = useState<Operation | null>(null);
  const [problem, setProblem] = useState(earlierProblem);
  const isBusy = useRef(false);

  /** Does nothing while another operation is pending. */
  const run = async (operation: Operation, work: () => Promise<Outcome>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPending(operation);
    if (operation !== 'confirming') setProblem(null);
    let outcome: Outcome = null;
    try {
      outcome = await work();
      setProblem(outcome === 'ordered' ? null : outcome);
    } finally {
      // With an order, this page stays busy until the next one is shown: idle, it redirects to the empty cart.
      if (outcome !== 'ordered') {
        isBusy.current = false;
        setPending(null);
      }
    }
  };

  /** Shows a problem that no operation caused, unless one is pending. */
  const report = (found: CheckoutProblem) => {
    if (!isBusy.current) setProblem(found);
  };

  return { pending, problem, run, report };
}
