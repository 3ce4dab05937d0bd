import { messageOf } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface UnavailableProps {
  error: Error | null;
  onRetry: () => unknown;
  /** What is loading, such as 'the order'. */
  what?: string;
  /** Message for a failure without one. */
  otherwise?: string;
  /** Height of the missing content. */
  className?: string;
}

/** Placeholder for a part of the page that is loading or failed to load. */
export function Unavailable({ error, onRetry, what, otherwise, className = 'h-40' }: UnavailableProps) {
  if (!error) {
    return (
      <div role="status" aria-label={what ? `Loading ${what}` : 'Loading...'}>
        <Skeleton className={className} />
      </div>
    );
  }
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="font-semibold text-danger">{messageOf(error, otherwise)}</p>
      <Button look="secondary" small onClick={() => onRetry()}>
        Retry
      </Button>
    </div>
  );
}
