import { messageOf } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface UnavailableProps {
  error: Error | null;
  onRetry: () => void;
  /** Height of what is still to come. */
  className?: string;
}

/** What stands in place of a part of the page that is on its way, or could not be had. */
export function Unavailable({ error, onRetry, className = 'h-40' }: UnavailableProps) {
  if (!error) {
    return (
      <div role="status" aria-label="Loading...">
        <Skeleton className={className} />
      </div>
    );
  }
  return (
    <div role="alert">
      <p className="text-danger">{messageOf(error)}</p>
      <Button look="secondary" small className="mt-3" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
