import type { Plugin } from '#plugin';
import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OnlineProvider, PaymentProviders } from '../payments/index.ts';
import { orTestFailed } from '../settings/index.ts';
import type { Plugins } from './open-plugins.ts';

export interface ConnectionTestServices {
  readonly plugins: Pick<Plugins, 'paymentProviders'>;
  readonly paymentProviders: Pick<PaymentProviders, 'onlineNamed'>;
  readonly log: Pick<Logger, 'error'>;
}

/** The plug-in's payment providers that have credentials and can check them, enabled or not. */
export async function findTestableProviders(
  { plugins, paymentProviders, log }: ConnectionTestServices,
  plugin: Plugin,
): Promise<OnlineProvider[]> {
  const own = plugins.paymentProviders.filter((registration) => registration.plugin === plugin.name);
  const providers = await Promise.all(
    own.map(({ name }) =>
      paymentProviders.onlineNamed(name).catch((error: unknown) => {
        log.error({ err: error, plugin: plugin.name, provider: name }, 'A payment provider of a plug-in failed');
        return undefined;
      }),
    ),
  );
  return providers.filter((provider) => provider?.checkConnection !== undefined) as OnlineProvider[];
}

/** @returns the tested providers' labels. @throws Refusal `settings.test_failed`. */
export async function testConnection(services: ConnectionTestServices, plugin: Plugin): Promise<string[]> {
  const providers = await findTestableProviders(services, plugin);
  if (providers.length === 0) {
    throw new Refusal('settings.test_failed', { message: 'Please enter and save the credentials first.' });
  }
  for (const provider of providers) await orTestFailed(provider.label, async () => provider.checkConnection?.());
  return providers.map(({ label }) => label);
}
