import type { CSSProperties } from 'react';

interface WholeFigureProps {
  value: string;
  /** Its font size where there is room. */
  className: string;
}

/** A figure that stays on one line by shrinking where it would wrap. */
export function WholeFigure({ value, className }: WholeFigureProps) {
  return (
    <span className={`whole-figure font-semibold nums ${className}`}>
      <span style={{ '--signs': value.length } as CSSProperties}>{value}</span>
    </span>
  );
}
