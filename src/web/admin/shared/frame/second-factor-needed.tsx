import { TwoFactorPanel } from '#web/shared/profile/two-factor-panel.tsx';
import { useProfileNotice } from '#web/shared/profile/use-profile-notice.ts';
import { Link } from '#web/ui/link.tsx';

interface SecondFactorNeededProps {
  onSettingUp: (isSettingUp: boolean) => void;
}

/** Shown instead of the back office until the admin has enabled two-factor sign-in. */
export default function SecondFactorNeeded({ onSettingUp }: SecondFactorNeededProps) {
  const { notice, notify } = useProfileNotice();
  return (
    <main id="content" tabIndex={-1} className="admin min-h-svh px-4 py-12">
      <div className="panel mx-auto max-w-2xl p-6 sm:p-8">
        <h1 className="text-h2">Two-factor sign-in is required</h1>
        <p className="mt-2 mb-6 text-muted">
          Admins of this shop log in with a code from an app on their phone, in addition to the password. Please switch
          it on to continue.
        </p>
        <TwoFactorPanel notify={notify} onSettingUp={onSettingUp} />
        <p className="mt-8">
          <Link to="/" className="link inline-flex min-h-11 items-center">
            Back to Store
          </Link>
        </p>
      </div>
      {notice}
    </main>
  );
}
