import { defineSettings } from '#plugin';

export const settings = defineSettings({
  title: 'Stock and price alerts',
  fields: {
    sendsStockAlerts: {
      kind: 'boolean',
      label: 'Back in stock',
      hint: 'Customers can ask for an email when an out-of-stock product is back.',
      default: true,
    },
    sendsPriceAlerts: {
      kind: 'boolean',
      label: 'Price drop',
      hint: 'Customers can ask for an email when a product costs less.',
      default: true,
    },
    minDropPercent: {
      kind: 'integer',
      label: 'Smallest price drop (%)',
      hint: 'Compared with the price when the alert was set, or with the price in the last email.',
      default: 5,
      min: 1,
      max: 90,
    },
    pauseHours: {
      kind: 'integer',
      label: 'Hours between two emails of an alert',
      hint: 'However often stock or price change in between.',
      default: 24,
      min: 0,
      max: 720,
    },
  },
});
