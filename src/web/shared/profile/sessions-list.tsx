import { messageOf } from '#web/api/api-error.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Session, useSessions, useSignOut } from './profile-data.ts';

/** The account's sessions, each with a sign-out button. */
export function SessionsList({ notify }: { notify: Notify }) {
  const { data, error, refetch } = useSessions();
  const { mutateAsync, isPending, variables } = useSignOut();
  if (!data) return <Unavailable error={error} onRetry={() => void refetch()} />;

  const signOut = async (session: Session | undefined) => {
    try {
      await mutateAsync(session?.id);
      notify('success', session ? `${session.device} was signed out.` : 'All other devices were signed out.');
    } catch (failure) {
      notify('danger', messageOf(failure));
    }
  };
  return (
    <>
      <ul className="border-t border-line">
        {data.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {session.device}
                {session.is_this_one && <Badge tone="success">This device</Badge>}
              </p>
              <p className="text-muted text-small">
                {session.place && <span className="nums">{session.place} · </span>}
                Last seen <DateTime at={session.last_seen_at} withTime />
              </p>
            </div>
            {!session.is_this_one && (
              <Button
                look="secondary"
                small
                aria-label={`Sign out ${session.device}, ${session.place ?? 'place unknown'}`}
                busy={isPending && variables === session.id && 'Signing out…'}
                onClick={() => void signOut(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button
          look="secondary"
          small
          className="mt-4"
          busy={isPending && variables === undefined && 'Signing out…'}
          onClick={() => void signOut(undefined)}
        >
          Sign out all other devices
        </Button>
      )}
    </>
  );
}
