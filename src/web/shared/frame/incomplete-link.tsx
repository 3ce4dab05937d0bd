import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

/** Shown when a mailed link has no token. `to` is where to request a new one. */
export function IncompleteLink({ to }: { to: string }) {
  return (
    <>
      <Banner tone="warning" className="mb-6">
        This link is incomplete. Please open the link in the email again, or request a new one.
      </Banner>
      <Link to={to} className={buttonClass('primary')}>
        Get a new link
      </Link>
    </>
  );
}
