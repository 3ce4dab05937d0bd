import type { ReactNode } from 'react';

export type Tone = 'success' | 'warning' | 'danger' | 'secondary' | 'primary' | 'info';

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
