import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { type User, useAuth } from '#web/shared/auth/auth.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { AvatarPicker } from '#web/shared/profile/avatar-picker.tsx';
import { DangerZone } from '#web/shared/profile/danger-zone.tsx';
import { type Choice, NotificationForm } from '#web/shared/profile/notification-form.tsx';
import { PasswordForm } from '#web/shared/profile/password-form.tsx';
import { Section } from '#web/shared/profile/section.tsx';
import { SessionsList } from '#web/shared/profile/sessions-list.tsx';
import { TwoFactorPanel } from '#web/shared/profile/two-factor-panel.tsx';
import { useProfileNotice } from '#web/shared/profile/use-profile-notice.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { PersonalForm } from './personal-form.tsx';

export const meta = () => adminMeta('Profile');

/** Back-office §3 and §9. */
const CHOICES: readonly Choice[] = [
  {
    name: 'emailNotifications',
    label: 'Email notifications',
    hint: 'When off, no emails about orders, users and the system are sent.',
  },
  { name: 'orderNotifications', label: 'Order notifications', hint: 'An email for each new order.' },
  { name: 'userNotifications', label: 'User notifications', hint: 'An email when somebody creates an account.' },
  {
    name: 'systemNotifications',
    label: 'System notifications',
    hint: 'An email when a payment was refunded, a refund failed, or an email could not be delivered.',
  },
  {
    name: 'marketingEmails',
    label: 'Marketing emails',
    hint: 'The newsletter, at your own address.',
  },
];

/** Back-office §5, with the minimum length from the security settings (default 8). */
const minimumOf = (length: number) => ({
  length,
  sentence: `Password must be at least ${length} characters long!`,
  hint: `Minimum ${length} characters`,
});

export default function AdminProfilePage() {
  const { user } = useAuth();
  const { notice, notify } = useProfileNotice();
  if (!user) return null;
  return (
    <>
      <PageHeader title="Admin Profile">Your own account and notifications</PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[280px_minmax(0,1fr)] xl:grid-cols-[320px_minmax(0,1fr)]">
        <div className="grid gap-6 sm:max-lg:grid-cols-2">
          <AvatarCard user={user} notify={notify} />
          <Statistics />
        </div>
        <div className="grid max-w-3xl gap-6">
          <Section title="Personal Information">
            <PersonalForm user={user} notify={notify} />
          </Section>
          <Section title="Change Password" lead="This signs out your other devices.">
            <PasswordForm
              notify={notify}
              mismatch="New passwords do not match!"
              minimum={minimumOf(shop().passwordRules.passwordMinLength)}
            />
          </Section>
          <Section title="Two-factor sign-in" lead="A code from an app on your phone, in addition to your password.">
            <TwoFactorPanel notify={notify} />
          </Section>
          <Section title="Where you are signed in">
            <SessionsList notify={notify} />
          </Section>
          <Section title="Notification Preferences">
            <NotificationForm choices={CHOICES} notify={notify} />
          </Section>
          <DangerZone email={user.email} notify={notify} />
        </div>
      </div>
      {notice}
    </>
  );
}

function AvatarCard({ user, notify }: { user: User; notify: Notify }) {
  return (
    <section aria-label="You" className="panel grid justify-items-center p-6 text-center">
      <AvatarPicker user={user} notify={notify} />
      <p className="mt-3 max-w-full text-lg font-semibold wrap-anywhere">{user.name}</p>
      <p className="max-w-full text-muted wrap-anywhere">{user.email}</p>
      <dl className="mt-4 grid w-full gap-2 border-t border-line pt-4 text-left">
        <Fact name="Last login">{user.last_login_at ? <DateTime at={user.last_login_at} withTime /> : 'Never'}</Fact>
        <Fact name="Member since">
          <DateTime at={user.created_at} />
        </Fact>
      </dl>
    </section>
  );
}

function Statistics() {
  const { data, error, refetch } = useQuery({
    queryKey: ['profile statistics'],
    queryFn: ({ signal }) => call('GET /admin/profile/statistics', {}, { signal }),
  });
  return (
    <Section title="Account Statistics">
      {data ? (
        <dl className="grid gap-2">
          <Fact name="Orders managed">{data.ordersManaged}</Fact>
          <Fact name="Users supervised">{data.usersSupervised}</Fact>
          <Fact name="Products added">{data.productsAdded}</Fact>
          <Fact name="Login sessions">{data.loginSessions}</Fact>
        </dl>
      ) : (
        <Unavailable error={error} onRetry={() => void refetch()} className="h-30" />
      )}
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="ml-auto text-right font-semibold whitespace-nowrap nums">{children}</dd>
    </div>
  );
}
