import type { ReactNode } from 'react';

/** Search field and filters above a list: in a row, or stacked on a phone. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="mb-6 flex flex-wrap gap-3">{children}</div>;
}
