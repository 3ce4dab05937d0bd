import { useAuth } from '#web/shared/auth/auth.ts';
import { DangerZone } from '#web/shared/profile/danger-zone.tsx';
import { DataDownload } from '#web/shared/profile/data-download.tsx';
import { PasswordForm } from '#web/shared/profile/password-form.tsx';
import { useSessions } from '#web/shared/profile/profile-data.ts';
import { Section } from '#web/shared/profile/section.tsx';
import { SessionsList } from '#web/shared/profile/sessions-list.tsx';
import { TwoFactorPanel } from '#web/shared/profile/two-factor-panel.tsx';
import { useProfileNotice } from '#web/shared/profile/use-profile-notice.ts';
import { PasswordHint } from '#web/shared/shop/password-hint.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';

export const meta = () => [{ title: pageTitle('Security') }, { name: 'robots', content: 'noindex' }];

export default function SecurityPage() {
  const { user } = useAuth();
  const { notice, notify } = useProfileNotice();
  const { isPending } = useSessions();
  return (
    <>
      <h1 className="mb-6 text-2xl">Security</h1>
      <div className="grid max-w-3xl grid-cols-1 items-start gap-6 xl:max-w-none xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <Section title="Change Password" lead="This signs out your other devices.">
            <PasswordForm notify={notify} mismatch="Passwords do not match!" hint={<PasswordHint />} />
          </Section>
          <Section
            title="Two-factor sign-in"
            lead="A code from an app on your phone, in addition to your password: a stolen password alone is not enough."
          >
            <TwoFactorPanel notify={notify} />
          </Section>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <Section title="Where you are signed in">
            <SessionsList notify={notify} />
          </Section>
          {/* The length of the list is unknown until it has loaded, so everything below is rendered with it and does not shift. */}
          {!isPending && (
            <>
              <DataDownload notify={notify} />
              {user && <DangerZone email={user.email} notify={notify} />}
            </>
          )}
        </div>
      </div>
      {notice}
    </>
  );
}
