import { useCallback, useEffect, useState } from 'react';
import { Banner } from '#web/ui/banner.tsx';

/** Back-office §4: banners disappear after three seconds, the account-deletion notice after five. */
const NOTICE_MS = 3000;
export const DELETION_NOTICE_MS = 5000;

interface Told {
  readonly tone: 'success' | 'danger';
  readonly message: string;
  readonly ms: number;
}

/** A banner with the result of an action. It floats, so that nothing shifts. */
export function useProfileNotice() {
  const [told, setTold] = useState<Told | null>(null);

  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(null), told.ms);
    return () => clearTimeout(timer);
  }, [told]);

  const tell = useCallback((tone: Told['tone'], message: string, ms = NOTICE_MS) => setTold({ tone, message, ms }), []);
  const banner = told && (
    <Banner tone={told.tone} className="fixed inset-x-4 bottom-6 z-50 mx-auto max-w-lg shadow-float">
      {told.message}
    </Banner>
  );
  return { banner, tell };
}

export type Tell = ReturnType<typeof useProfileNotice>['tell'];
