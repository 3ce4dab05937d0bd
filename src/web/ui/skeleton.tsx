/** A grey place of the size that `className` gives, until what belongs there has come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}
