import { definePlugin, type OfflineProvider } from '#plugin';

const provider: OfflineProvider = {
  kind: 'offline',
  name: 'invoice', // stored with orders and payments: never change it
  method: 'invoice',
  label: 'Invoice',
  instructions: 'The invoice is in the parcel. Please pay within 14 days.',
};

export const invoice = () =>
  definePlugin({
    name: 'invoice',
    apiVersion: 1,
    folder: import.meta.dirname,
    paymentProviders: () => [{ name: 'invoice', isEnabled: async () => true, connect: async () => provider }],
  });
