import { useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { placeToasts } from './place-toasts.ts';
import { dismissToast, type Toast } from './toast.ts';

const ICONS = { success: 'check', question: 'info', failure: 'circle-exclamation-point' } as const;

/** Time to read a message; longer with actions. */
const READING_MS = 5000;
const DECIDING_MS = 10_000;

let clicks = 0;
if (!import.meta.env.SSR) addEventListener('click', () => (clicks += 1), { capture: true });

/** Number of clicks before a toast appeared. */
const clicksBefore = new Map<number, number>();

function clicksOf(id: number): number {
  const known = clicksBefore.get(id) ?? clicks;
  clicksBefore.set(id, known);
  return known;
}

/**
 * The toaster around them is the live region; as live regions of their own, toasts would be announced twice. While one is hovered
 * or focused, no toast expires. Toasts of a later click hide earlier ones, because several would cover half a phone's screen; an
 * earlier one that has not expired reappears when they are dismissed.
 */
export default function ToastCards({ shown, isHeld }: { shown: readonly Toast[]; isHeld: boolean }) {
  const latest = Math.max(...shown.map(({ id }) => clicksOf(id)));
  return shown.map((one) => <ToastCard key={one.id} {...one} isHeld={isHeld} isHidden={clicksOf(one.id) < latest} />);
}

interface ToastCardProps extends Toast {
  isHeld: boolean;
  isHidden: boolean;
}

function ToastCard({ id, message, kind, actions, isHeld, isHidden }: ToastCardProps) {
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), actions.length > 0 ? DECIDING_MS : READING_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, actions]);

  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const toaster = card.current?.parentElement;
    if (!toaster) return;
    placeToasts(toaster);
    toaster.ariaLive = kind === 'failure' ? 'assertive' : 'polite';
  }, [kind]);

  const close = () => dismissToast(id);
  return (
    <div ref={card} className="toast" hidden={isHidden}>
      <Icon name={ICONS[kind]} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p>{message}</p>
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className="link mr-5 min-h-11"
            onClick={() => {
              close();
              action.run();
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="-my-2 grid size-11 flex-none place-items-center"
        aria-label="Dismiss"
        onClick={close}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
