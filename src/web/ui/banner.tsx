import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Icon } from './icon.tsx';

/** A message in the page: errors are announced at once, others politely. */
export function Banner({ tone, children, className = '' }: { tone: Tone; children: ReactNode; className?: string }) {
  const isUrgent = tone === 'danger' || tone === 'warning';
  return (
    <div role={isUrgent ? 'alert' : 'status'} className={`banner badge-${tone} ${className}`}>
      <Icon name={isUrgent ? 'triangle-exclamation-point' : tone === 'success' ? 'check' : 'info'} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
