import type { adminPluginEndpoints, PluginView } from '#contract/admin/plugins.ts';
import type { MailDefinition, Plugin } from '#plugin';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/sealing.ts';
import type { BrandingReader } from '../branding/index.ts';
import { composeMail, readMailShop } from '../mail/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Plugins } from './open-plugins.ts';
import { pluginView } from './plugin.view.ts';
import { listSecretNames, listSettingsRows } from './plugin-settings.store.ts';
import { savePluginSettings } from './save-plugin-settings.ts';

export interface AdminPluginServices {
  readonly db: Database;
  readonly now: Clock;
  readonly config: Pick<Config, 'appUrl'>;
  readonly sealer: Sealer;
  readonly branding: BrandingReader;
  readonly settings: Pick<Settings, 'get'>;
  readonly plugins: Pick<Plugins, 'all' | 'forgetSettings'>;
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
    return wanted.map((plugin) => {
      const ofPlugin = secrets.filter((secret) => secret.plugin === plugin.name);
      const row = rows.find((one) => one.plugin === plugin.name);
      return pluginView(
        plugin,
        row,
        ofPlugin.map(({ name }) => name),
      );
    });
  }

  async function viewOf(plugin: Plugin): Promise<PluginView> {
    const [view] = await viewsOf([plugin]);
    if (!view) throw new Refusal('plugin.not_found');
    return view;
  }

  return {
    'GET /admin/plugins': async () => answer(await viewsOf(plugins.all)),
    'PUT /admin/plugins/{plugin}/settings': async ({ params, body, caller, request }) => {
      const plugin = named(params.plugin);
      if (!plugin.settings) throw new Refusal('plugin.not_found', { message: 'This plug-in has no settings.' });
      try {
        await savePluginSettings(db, sealer, { plugin, ...body, actor: caller, request, at: now() });
      } catch (error) {
        const isOutdated = error instanceof Refusal && error.code === 'settings.changed';
        throw isOutdated ? new Refusal('settings.changed', { data: await viewOf(plugin) }) : error;
      }
      plugins.forgetSettings();
      return answer(await viewOf(plugin), `${plugin.settings.title} settings saved successfully!`);
    },
    'GET /admin/plugins/{plugin}/mails/{mail}': async ({ params }) => {
      const mail = named(params.plugin).mails?.find(({ name }) => name === params.mail);
      if (!mail) throw new Refusal('mail.not_found');
      const shop = await readMailShop(services);
      // A mail's sample is data of its own type.
      const { sample, compose } = mail as MailDefinition<unknown>;
      const { subject, ...content } = compose(sample, shop);
      const { text, html } = composeMail({ ...content, shop });
      return answer({ subject, text, html });
    },
  };
}
