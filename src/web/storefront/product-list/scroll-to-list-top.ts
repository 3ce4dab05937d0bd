import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * A list that has been chosen anew begins in sight: where its head has been scrolled away, the head comes back beneath the
 * page's header. Back and Forward lead to the place that was left.
 * @returns for the list's head
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
