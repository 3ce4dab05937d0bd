import { useCallback, useEffect, useState } from 'react';
import { Banner } from '#web/ui/banner.tsx';

type NoticeTone = 'success' | 'danger';

/** Shows the result of an action. @param ms how long it is shown; default: `usualMs` */
export type Notify = (tone: NoticeTone, message: string, ms?: number) => void;

interface Notice {
  readonly tone: NoticeTone;
  readonly message: string;
  readonly ms: number;
}

/**
 * A banner with the result of an action, for some seconds. It floats, so that nothing shifts.
 * @param usualMs how long a notice of each tone is shown; has to be a constant object
 */
export function useTimedNotice(className: string, usualMs: Readonly<Record<NoticeTone, number>>) {
  const [shown, setShown] = useState<Notice | null>(null);

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), shown.ms);
    return () => clearTimeout(timer);
  }, [shown]);

  const notify = useCallback<Notify>((tone, message, ms = usualMs[tone]) => setShown({ tone, message, ms }), [usualMs]);
  const notice = shown && (
    <Banner tone={shown.tone} className={className}>
      {shown.message}
    </Banner>
  );
  return { notice, notify };
}
