import { lazy, Suspense, useState } from 'react';
import { toasts } from './toast.ts';

const ToastCards = lazy(() => import('./toast-cards.tsx'));

/** The corner where toasts appear. It is always there, so that screen readers listen to it before the first one comes. */
export function Toaster() {
  const { shown } = toasts.use();
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="toaster"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {shown.length > 0 && (
        <Suspense>
          <ToastCards shown={shown} isHeld={isHeld} />
        </Suspense>
      )}
    </section>
  );
}
