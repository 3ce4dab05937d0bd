import { useEffect } from 'react';
import { Icon } from './icon.tsx';
import { dismissToast, type Toast } from './toast.ts';

const ICONS = { success: 'check', question: 'info', failure: 'circle-exclamation-point' } as const;

/** Time to read a message; longer with actions. */
const READING_MS = 5000;
const DECIDING_MS = 10_000;

/** Each toast is its own live region; all pause while one is hovered or focused. */
export default function ToastCards({ shown, isHeld }: { shown: readonly Toast[]; isHeld: boolean }) {
  return shown.map((one) => <ToastCard key={one.id} {...one} isHeld={isHeld} />);
}

function ToastCard({ id, message, kind, actions, isHeld }: Toast & { isHeld: boolean }) {
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), actions.length > 0 ? DECIDING_MS : READING_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, actions]);

  const close = () => dismissToast(id);
  return (
    <div role={kind === 'failure' ? 'alert' : 'status'} className="toast">
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
