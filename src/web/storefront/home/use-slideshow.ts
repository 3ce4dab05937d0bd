import { type FocusEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react';

/** Storefront §9. */
const INTERVAL_MS = 5000;
const SWIPE_PX = 40;

export type Slideshow = ReturnType<typeof useSlideshow>;

/**
 * Advances the slides automatically, except while they are hovered or focused, and never with reduced motion.
 * @returns the index of the shown slide, and `events` for the element around the slides
 */
export function useSlideshow(count: number) {
  const [current, show] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const touchedAt = useRef({ x: 0, y: 0 });

  const go = (step: number) => show((current + step + count) % count);

  useEffect(() => {
    if (isStopped || isHeld) return;
    const timer = setInterval(() => {
      const isStill = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
      // Each slide gets its full time, also after manual navigation.
      if (!isStill) show((current + 1) % count);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isStopped, isHeld, current, count]);

  /** Ignore touch, which fires no leave event: a tap would pause the slides forever. */
  const hold = ({ pointerType, type }: PointerEvent) => {
    if (pointerType === 'mouse') setHeld(type === 'pointerenter');
  };

  return {
    current,
    isStopped,
    show,
    go,
    toggle: () => setStopped(!isStopped),
    events: {
      onPointerEnter: hold,
      onPointerLeave: hold,
      onFocus: () => setHeld(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setHeld(false);
      },
      onTouchStart: ({ touches }: TouchEvent) => {
        const touch = touches[0];
        if (touch) touchedAt.current = { x: touch.clientX, y: touch.clientY };
      },
      onTouchEnd: ({ changedTouches }: TouchEvent) => {
        const touch = changedTouches[0];
        if (!touch) return;
        const x = touch.clientX - touchedAt.current.x;
        const isScroll = Math.abs(touch.clientY - touchedAt.current.y) > Math.abs(x);
        if (Math.abs(x) >= SWIPE_PX && !isScroll) go(x < 0 ? 1 : -1);
      },
    },
  };
}
