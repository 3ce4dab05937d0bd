import { useEffect, useState } from 'react';

/** Not shown earlier, to avoid distraction. */
const SHOWN_FOR_MS = 3 * 60_000;
const SECOND = 1_000;

interface HoldCountdownProps {
  /** Epoch milliseconds. */
  until: number;
  onOver: () => void;
}

/** Shows how long the items are reserved, without announcing each second to screen readers. */
export function HoldCountdown({ until, onOver }: HoldCountdownProps) {
  const [left, setLeft] = useState(() => until - Date.now());

  useEffect(() => {
    const tick = () => {
      setLeft(until - Date.now());
      if (Date.now() < until) return;
      clearInterval(timer);
      onOver();
    };
    const timer = setInterval(tick, SECOND);
    return () => clearInterval(timer);
  }, [until, onOver]);

  if (left <= 0 || left > SHOWN_FOR_MS) return null;
  const seconds = Math.ceil(left / SECOND);
  return (
    <p role="timer" className="text-muted text-small">
      Your items are reserved for another{' '}
      <span className="nums">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>{' '}
      minutes.
    </p>
  );
}
