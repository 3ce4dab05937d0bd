import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';

interface GroupProps {
  title: string;
  /** What is wrong among its fields is not hidden. */
  isWrong: boolean;
  isOpen?: boolean;
  children: ReactNode;
}

/** Fields of the product form that can be folded away. */
export function Group({ title, isWrong, isOpen = false, children }: GroupProps) {
  return (
    <details className="group form-group" open={isWrong || isOpen || undefined}>
      <summary>
        <Icon name="chevron-right" className="group-open:rotate-90" /> {title}
      </summary>
      <div className="mt-4 grid gap-5">{children}</div>
    </details>
  );
}
