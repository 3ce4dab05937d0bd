import { useAuth } from '#web/shared/auth/auth.ts';
import { AvatarPicker } from '#web/shared/profile/avatar-picker.tsx';
import { type Choice, NotificationForm } from '#web/shared/profile/notification-form.tsx';
import { Section } from '#web/shared/profile/section.tsx';
import { useProfileNotice } from '#web/shared/profile/use-profile-notice.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { useAddresses } from '../shared/own-data.ts';
import { AddressBook } from './address-book.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { ProfileForm } from './profile-form.tsx';

export const meta = () => [{ title: pageTitle('Profile Settings') }, { name: 'robots', content: 'noindex' }];

const CHOICES: readonly Choice[] = [
  {
    name: 'orderNotifications',
    label: 'Order updates',
    hint: 'When a parcel is on its way. Receipts, cancellations and refunds are always sent.',
  },
  { name: 'marketingEmails', label: 'Newsletter', hint: 'New products and offers, rarely.' },
];

export default function ProfilePage() {
  const { user } = useAuth();
  const { notice, notify } = useProfileNotice();
  const { data: addresses, error, refetch } = useAddresses();
  if (!user) return null;
  return (
    <>
      <h1 className="mb-6 text-2xl">Profile Settings</h1>
      <div className="grid max-w-3xl grid-cols-1 items-start gap-6 xl:max-w-none xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Section title="Personal Information" className="xl:row-span-3">
          <div className="flex flex-wrap items-start gap-x-8 gap-y-6">
            <AvatarPicker user={user} notify={notify} />
            <div className="min-w-0 flex-1 basis-72">
              {addresses ? (
                <ProfileForm
                  key={user.id}
                  user={user}
                  address={addresses.find(({ is_default }) => is_default)}
                  notify={notify}
                />
              ) : (
                <Unavailable error={error} onRetry={() => void refetch()} className="h-140" />
              )}
            </div>
          </div>
        </Section>
        <Section title="Saved Addresses" lead="The checkout starts with the default one.">
          {addresses ? (
            <AddressBook addresses={addresses} userName={user.name} notify={notify} />
          ) : (
            <Unavailable error={error} onRetry={() => void refetch()} className="h-76" />
          )}
        </Section>
        <Section title="Notification Preferences" lead="Emails to your address.">
          <NotificationForm choices={CHOICES} notify={notify} />
        </Section>
        <PaymentMethods notify={notify} />
      </div>
      {notice}
    </>
  );
}
