import type { adminPluginEndpoints, PluginView } from '#contract/admin/plugins.ts';
import type { MailDefinition, Plugin } from '#plugin';
import type { BrandingReader } from '#server/features/branding/index.ts';
import { composeMail, readMailShop } from '#server/features/mail/index.ts';
import type { PaymentProviders } from '#server/features/payments/index.ts';
import { auditTest, refuseOpenPayments, type Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal, refuseWithCurrent } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { type ConnectionTestServices, hasConnectionTest, testConnection } from './connection-test.ts';
import type { Plugins } from './open-plugins.ts';
import { pluginView } from './plugin.view.ts';
import { listSecretNames, listSettingsRows } from './plugin-settings.store.ts';
import { savePluginSettings } from './save-plugin-settings.ts';

export interface AdminPluginServices extends ConnectionTestServices {
  readonly db: Database;
  readonly now: Clock;
  readonly config: Pick<Config, 'appUrl'>;
  readonly sealer: Sealer;
  readonly branding: BrandingReader;
  readonly settings: Pick<Settings, 'get'>;
  readonly plugins: Pick<Plugins, 'all' | 'forgetSettings' | 'paymentProviders'>;
  readonly paymentProviders: Pick<PaymentProviders, 'onlineNamed' | 'ofAccount'>;
}

export function adminPluginHandlers(services: AdminPluginServices): Handlers<typeof adminPluginEndpoints> {
  const { db, now, sealer, plugins } = services;

  function named(name: string): Plugin {
    const plugin = plugins.all.find((one) => one.name === name);
    if (!plugin) throw new Refusal('plugin.not_found');
    return plugin;
  }

  async function viewsOf(wanted: readonly Plugin[]): Promise<PluginView[]> {
    const [rows, secrets] = await Promise.all([listSettingsRows(db), listSecretNames(db)]);
    const views = wanted.map(async (plugin) =>
      pluginView(plugin, {
        row: rows.find((one) => one.plugin === plugin.name),
        secretNames: secrets.filter((secret) => secret.plugin === plugin.name).map(({ name }) => name),
        hasConnectionTest: await hasConnectionTest(services, plugin),
      }),
    );
    return Promise.all(views);
  }

  async function viewOf(plugin: Plugin): Promise<PluginView> {
    const [view] = await viewsOf([plugin]);
    if (!view) throw new Refusal('plugin.not_found');
    return view;
  }

  return {
    'GET /admin/plugins': async () => respond(await viewsOf(plugins.all)),
    'PUT /admin/plugins/{plugin}/settings': async ({ params, body, caller, request }) => {
      const plugin = named(params.plugin);
      if (!plugin.settings) throw new Refusal('plugin.not_found', { message: 'This plug-in has no settings.' });
      const { confirm_open_payments: isConfirmed = false, ...change } = body;
      const guard = (tx: Transaction, changed: readonly string[]) =>
        refuseOpenPayments(tx, services.paymentProviders.ofAccount(changed, plugin.name));
      const saving = savePluginSettings(db, sealer, {
        plugin,
        ...change,
        actor: caller,
        request,
        at: now(),
        ...(!isConfirmed && { guard }),
      });
      await refuseWithCurrent('settings.changed', saving, () => viewOf(plugin));
      plugins.forgetSettings();
      return respond(await viewOf(plugin), `${plugin.settings.title} settings saved successfully!`);
    },
    'POST /admin/plugins/{plugin}/test': async ({ params, caller, request }) => {
      const plugin = named(params.plugin);
      const labels = await auditTest(services, { actor: caller, request }, { service: plugin.name }, () =>
        testConnection(services, plugin),
      );
      return respond(null, `${labels.join(' and ')} connection test successful!`);
    },
    'GET /admin/plugins/{plugin}/mails/{mail}': async ({ params }) => {
      const mail = named(params.plugin).mails?.find(({ name }) => name === params.mail);
      if (!mail) throw new Refusal('mail.not_found');
      const shop = await readMailShop(services);
      // A mail's sample is data of its own type.
      const { sample, compose } = mail as MailDefinition<unknown>;
      const { subject, ...content } = compose(sample, shop);
      const { text, html } = composeMail({ ...content, shop });
      return respond({ subject, text, html });
    },
  };
}
