import { useEffect, useRef } from 'react';
import { Banner } from '#web/ui/banner.tsx';

/**
 * Why a form was refused, above its fields. It takes the focus each time it appears, so that screen readers announce
 * it.
 */
export function ErrorSummary({ message, attempt }: { message: string | null; attempt: number }) {
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (message && attempt > 0) summary.current?.focus();
  }, [message, attempt]);

  if (!message) return null;
  return (
    <div ref={summary} tabIndex={-1} className="mb-6 rounded-field">
      <Banner tone="danger">{message}</Banner>
    </div>
  );
}
