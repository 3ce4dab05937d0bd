import type { ReactNode } from 'react';

interface SumProps {
  name: ReactNode;
  /** The grand total. */
  isTotal?: boolean;
  children: ReactNode;
}

/** A line in a list of amounts. */
export function Sum({ name, isTotal = false, children }: SumProps) {
  return (
    <div className={isTotal ? 'sum-total' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
