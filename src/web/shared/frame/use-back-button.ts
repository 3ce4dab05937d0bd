import { type MouseEvent, useEffect, useRef } from 'react';
import { go } from '#web/ui/link.tsx';

const TOP = { capture: true } as const;

/**
 * Lets the browser's Back close a layer over the page, such as the menu: while it is open there is one more history
 * entry, hidden from the router.
 * @returns `follow`, a click handler for the layer: a followed link replaces that entry, so that Back returns to this page;
 * `leave`, to be called before the layer closes because something else navigates
 */
export function useBackButton(onClose: () => void) {
  const close = useRef(onClose);
  const isLeft = useRef(false);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const { state } = history;
    history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, layer: true }, '');
    // Before the router, which would load the page again.
    const onPop = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      isLeft.current = true;
      close.current();
    };
    addEventListener('popstate', onPop, TOP);
    return () => {
      removeEventListener('popstate', onPop, TOP);
      if (isLeft.current || !history.state?.layer) return;
      addEventListener('popstate', (event) => event.stopImmediatePropagation(), { ...TOP, once: true });
      history.back();
    };
  }, []);

  const leave = () => {
    isLeft.current = true;
  };
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.origin !== location.origin) return;
    event.preventDefault();
    leave();
    void go(link.pathname + link.search + link.hash, { replace: true });
  };
  return { follow, leave };
}
