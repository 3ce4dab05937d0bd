import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { TabStrip } from '../shared/tab-strip.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { EmailForm } from './email-form.tsx';
import { PaymentForm } from './payment-form.tsx';
import { usePlugins } from './plugin-settings-data.ts';
import { SecurityForm } from './security-form.tsx';
import { type Settings, useSettings } from './settings-data.ts';
import { ShippingForm } from './shipping-form.tsx';
import { SiteForm } from './site-form.tsx';

export const meta = () => adminMeta('System Settings');

/** Back-office §2: five tabs, System first; then backups and retention. */
const TABS = [
  ['system', 'System'],
  ['payment', 'Payment'],
  ['shipping', 'Shipping'],
  ['email', 'Email'],
  ['security', 'Security'],
  ['data', 'Data'],
] as const;
type TabId = (typeof TABS)[number][0];

const DataForm = lazy(() => import('./data-form.tsx'));
const PluginForm = lazy(() => import('./plugin-form.tsx'));

/** The shop's settings; the tab is part of the URL. */
export default function SettingsPage() {
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useSettings();
  const { notice, notify } = useNotice();
  const plugins = usePlugins().filter(({ settings, mails }) => settings !== null || mails.length > 0);
  const tabs: readonly (readonly [id: string, name: string])[] = [
    ...TABS,
    ...plugins.map(({ name, settings }) => [name, settings?.title ?? name] as const),
  ];
  const [current] = tabs.find(([id]) => id === query.get('tab')) ?? TABS[0];
  const plugin = plugins.find(({ name }) => name === current);

  const show = (id: string) => setQuery(id === 'system' ? {} : { tab: id }, { preventScrollReset: true });

  return (
    <>
      {notice}
      <PageHeader title="System Settings" />
      <TabStrip label="Settings" tabs={tabs} current={current} panel="settings-panel" onShow={show} />
      <div role="tabpanel" id="settings-panel" aria-labelledby={`tab-${current}`}>
        {plugin && (
          <Suspense>
            <PluginForm key={plugin.name} plugin={plugin} notify={notify} />
          </Suspense>
        )}
        {data && !plugin && <TabForm tab={current as TabId} settings={data} notify={notify} />}
        {!data && !error && <Skeleton className="h-128 max-w-3xl" />}
        {!data && error && (
          <EmptyState
            icon="triangle-exclamation-point"
            title="The settings could not be loaded"
            action={<Button onClick={() => void refetch()}>Retry</Button>}
          >
            {messageOf(error)}
          </EmptyState>
        )}
      </div>
    </>
  );
}

function TabForm({ tab, settings, notify }: { tab: TabId; settings: Settings; notify: Notify }) {
  switch (tab) {
    case 'system':
      return <SiteForm settings={settings.site} notify={notify} />;
    case 'payment':
      return <PaymentForm settings={settings.payment} notify={notify} />;
    case 'shipping':
      return <ShippingForm settings={settings.shipping} notify={notify} />;
    case 'email':
      return <EmailForm settings={settings.email} notify={notify} />;
    case 'security':
      return <SecurityForm settings={settings.security} notify={notify} />;
    case 'data':
      return (
        <Suspense>
          <DataForm settings={settings.data} timezone={settings.site.timezone} notify={notify} />
        </Suspense>
      );
  }
}
