import type { ReactNode } from 'react';

/** Search field and filters above a list: in a row, on a phone below each other. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="mb-6 flex flex-wrap gap-3">{children}</div>;
}
