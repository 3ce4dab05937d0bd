import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Opens the form for a new record when a link requests it with `?new=1`, as the command palette does. The parameter is
 * removed, so that neither a reload nor Back opens the form again.
 */
export function useNewFromAddress(open: () => void): void {
  const [query, setQuery] = useSearchParams();
  const isRequested = query.has('new');
  const openOnce = useEffectEvent(() => {
    open();
    setQuery(
      (now) => {
        now.delete('new');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (isRequested) openOnce();
  }, [isRequested]);
}
