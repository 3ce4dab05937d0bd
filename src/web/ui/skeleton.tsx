/** A grey placeholder of the size given by `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

/** Placeholder rows of a table. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  const keys = Array.from({ length: rows }, (_, row) => `row ${row}`);
  return (
    <div className="panel grid gap-2 p-4" role="status" aria-label={label}>
      {keys.map((key) => (
        <Skeleton key={key} className="h-13" />
      ))}
    </div>
  );
}
