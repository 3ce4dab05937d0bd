import { useCallback, useEffect, useState } from 'react';
import type { Tone } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';

/** Back-office §4: how long a notice on the orders and users pages stays. */
const SUCCESS_MS = 3000;
const FAILURE_MS = 5000;

interface Told {
  readonly tone: Extract<Tone, 'success' | 'danger'>;
  readonly message: string;
}

/** Shows the result of an action. */
export type Tell = (tone: Told['tone'], message: string) => void;

/** A banner with the result of an action. It floats, so that tables do not shift. */
export function useNotice() {
  const [told, setTold] = useState<Told | null>(null);

  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(null), told.tone === 'success' ? SUCCESS_MS : FAILURE_MS);
    return () => clearTimeout(timer);
  }, [told]);

  const tell = useCallback<Tell>((tone, message) => setTold({ tone, message }), []);
  const notice = told && (
    <Banner tone={told.tone} className="floating-notice">
      {told.message}
    </Banner>
  );
  return { notice, tell };
}
