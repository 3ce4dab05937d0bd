import { definePlugin, defineSettings, type PluginServices } from '#plugin';
import { createBankLink } from './provider.ts';

const settings = defineSettings({
  title: 'Bank Link',
  fields: {
    isOn: { kind: 'boolean', label: 'Offer payments by bank', default: false },
    note: {
      kind: 'text',
      label: 'Note at the checkout',
      default: 'You approve the payment at your bank.',
      maxLength: 200,
    },
    apiKey: { kind: 'secret', label: 'API key' },
    webhookSecret: { kind: 'secret', label: 'Webhook secret' },
  },
});
type Services = PluginServices<typeof settings.fields>;

/** @param apiUrl address of a fake service in tests */
export const bankLink = (apiUrl = 'https://api.bank-link.example') =>
  definePlugin({
    name: 'bank-link',
    apiVersion: 1,
    folder: import.meta.dirname,
    settings,
    paymentProviders: (services: Services) => [
      {
        name: 'bank-link', // stored with payments and refunds: never change it
        accountSettings: ['apiKey'],
        isEnabled: async () => (await services.settings()).isOn,
        connect: async () => {
          const { apiKey, webhookSecret, note } = await services.settings();
          if (apiKey === undefined) return undefined;
          return createBankLink({ apiUrl, apiKey, webhookSecret, note, shopUrl: services.appUrl });
        },
      },
    ],
    storefront: { paymentForms: { 'bank-link': './web/bank-form.tsx' } },
  });
