import type { CSSProperties } from 'react';

interface WholeFigureProps {
  value: string;
  /** Its size where there is room for it. */
  className: string;
}

/** A figure that stays on one line: where it would break, it is smaller. */
export function WholeFigure({ value, className }: WholeFigureProps) {
  return (
    <span className={`whole-figure font-semibold nums ${className}`}>
      <span style={{ '--signs': value.length } as CSSProperties}>{value}</span>
    </span>
  );
}
