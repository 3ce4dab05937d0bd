import type { Plugin } from '#plugin';
import { type OnlineProvider, type PaymentProviders, ProviderUnavailable } from '#server/features/payments/index.ts';
import { orTestFailed } from '#server/features/settings/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Plugins } from './open-plugins.ts';

export interface ConnectionTestServices {
  readonly plugins: Pick<Plugins, 'paymentProviders'>;
  readonly paymentProviders: Pick<PaymentProviders, 'onlineNamed'>;
}

/**
 * The plug-in's payment providers that have credentials and can check them, enabled or not.
 * @throws ProviderUnavailable when the plug-in fails to connect one.
 */
async function findTestableProviders(
  { plugins, paymentProviders }: ConnectionTestServices,
  plugin: Plugin,
): Promise<OnlineProvider[]> {
  const own = plugins.paymentProviders.filter((registration) => registration.plugin === plugin.name);
  const providers = await Promise.all(own.map(({ name }) => paymentProviders.onlineNamed(name)));
  return providers.filter((provider) => provider?.checkConnection !== undefined) as OnlineProvider[];
}

/** Whether there is something to test. Also true while the plug-in fails to connect: the test then reports the failure. */
export async function hasConnectionTest(services: ConnectionTestServices, plugin: Plugin): Promise<boolean> {
  try {
    return (await findTestableProviders(services, plugin)).length > 0;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
}

/** @returns the tested providers' labels. @throws Refusal `settings.test_failed`. */
export async function testConnection(services: ConnectionTestServices, plugin: Plugin): Promise<string[]> {
  const title = plugin.settings?.title ?? plugin.name;
  const providers = await orTestFailed(title, () => findTestableProviders(services, plugin));
  if (providers.length === 0) {
    throw new Refusal('settings.test_failed', { message: 'Please enter and save the credentials first.' });
  }
  for (const provider of providers) await orTestFailed(provider.label, async () => provider.checkConnection?.());
  return providers.map(({ label }) => label);
}
