import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { dismissToast, type Toast, toasts } from './toast.ts';

const ToastCards = lazyPart<{ shown: readonly Toast[]; isHeld: boolean }>(
  () => import('./toast-cards.tsx'),
  PlainCards,
);

/** Messages only, each dismissible. */
function PlainCards({ shown }: { shown: readonly Toast[] }) {
  return shown.map(({ id, message }) => (
    <button key={id} type="button" className="toast" onClick={() => dismissToast(id)}>
      {message}
    </button>
  ));
}

/** The container of toasts. Always rendered, so that screen readers observe it before the first toast. */
export function Toaster() {
  const { shown } = toasts.use();
  const section = useRef<HTMLElement>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // A dismissed toast takes the focus with it, without an event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of `shown`, which may remove the focused toast.
  useEffect(() => setFocused(section.current?.matches(':focus-within') === true), [shown]);
  return (
    <section
      ref={section}
      aria-label="Messages"
      aria-live="polite"
      className="toaster"
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {shown.length > 0 && (
        <Suspense>
          <ToastCards shown={shown} isHeld={isHovered || isFocused} />
        </Suspense>
      )}
    </section>
  );
}
