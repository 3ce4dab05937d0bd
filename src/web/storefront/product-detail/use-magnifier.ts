import { type MouseEvent, type PointerEvent, useRef, useState, type WheelEvent } from 'react';

interface View {
  readonly scale: number;
  /** Offset of the picture's centre from the surface's, in pixels. */
  readonly x: number;
  readonly y: number;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MOST = 5;
/** Zoom of a double click or double tap. */
const CLOSE_UP = 2.5;
const WHEEL_STEP = 1.2;

/** Zooms a picture by wheel, pinch, double click or keys, and pans it. */
export function useMagnifier() {
  const [view, setView] = useState(WHOLE);
  const pointers = useRef(new Map<number, { x: number; y: number }>());

  /** @param at the fixed point, relative to the surface's centre */
  const magnify = (by: number, at = { x: 0, y: 0 }) =>
    setView(({ scale, x, y }) => {
      const next = Math.min(MOST, Math.max(1, scale * by));
      if (next === 1) return WHOLE;
      const change = next / scale;
      return { scale: next, x: at.x - (at.x - x) * change, y: at.y - (at.y - y) * change };
    });

  const fromMiddle = (event: MouseEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
  };

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const after = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, after);
    if (other) {
      magnify(distance(after, other) / Math.max(1, distance(before, other)), fromMiddle(event));
      return;
    }
    setView(({ scale, x, y }) =>
      scale === 1 ? WHOLE : { scale, x: x + after.x - before.x, y: y + after.y - before.y },
    );
  };
  const forget = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  return {
    scale: view.scale,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    magnify,
    reset: () => setView(WHOLE),
    surface: {
      onPointerDown: (event: PointerEvent) => {
        if (event.target instanceof HTMLImageElement) {
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }
      },
      onPointerMove,
      onPointerUp: forget,
      onPointerCancel: forget,
      onPointerLeave: forget,
      onWheel: (event: WheelEvent) => magnify(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, fromMiddle(event)),
      onDoubleClick: (event: MouseEvent) => {
        if (!(event.target instanceof HTMLImageElement)) return;
        if (view.scale > 1) setView(WHOLE);
        else magnify(CLOSE_UP, fromMiddle(event));
      },
    },
  };
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
