import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** `h1` if it is the whole page. */
  level?: 'h1' | 'h2';
  children?: ReactNode;
  /** The next action: a link or a button. */
  action?: ReactNode;
}

/** An empty list or page: what that means, and what to do next. */
export function EmptyState({ icon, title, level: Heading = 'h2', children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-lg grid-cols-[minmax(0,1fr)] justify-items-center gap-3 px-4 py-20 text-center">
      <span className="mb-3 grid size-16 place-items-center rounded-full bg-sunken text-2xl text-muted">
        <Icon name={icon} />
      </span>
      <Heading className="max-w-full text-h2 wrap-anywhere">{title}</Heading>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-4 flex max-w-full flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
