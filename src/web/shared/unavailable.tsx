import { messageOf } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface UnavailableProps {
  error: Error | null;
  onRetry: () => unknown;
  /** What is on its way, such as 'the order'. */
  what?: string;
  /** What is said of a failure without words of its own. */
  otherwise?: string;
  /** Height of what is still to come. */
  className?: string;
}

/** What stands in place of a part of the page that is on its way, or could not be had. */
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
