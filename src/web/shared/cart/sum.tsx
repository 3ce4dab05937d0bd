import type { ReactNode } from 'react';

interface SumProps {
  name: ReactNode;
  /** Of all the others. */
  isTotal?: boolean;
  children: ReactNode;
}

/** A line of a list of sums. */
export function Sum({ name, isTotal = false, children }: SumProps) {
  return (
    <div className={isTotal ? 'sum-total' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
