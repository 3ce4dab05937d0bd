import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Scrolls to the start of a new list if its heading is out of view. Back and Forward restore the position.
 * @returns a ref for the list's heading
 */
export function useScrollToListTop(): RefObject<HTMLDivElement | null> {
  const head = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const way = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place that is gone to counts once, however it is rendered.
  useLayoutEffect(() => {
    if (way !== 'POP') head.current?.scrollIntoView({ block: 'nearest' });
  }, [key]);

  return head;
}
