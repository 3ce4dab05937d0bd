import { Suspense, useState } from 'react';
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
