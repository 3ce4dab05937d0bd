import { type CheckoutOption, definePlugin, defineSettings } from '#plugin';

const settings = defineSettings({
  title: 'Delivery day',
  fields: {
    leadDays: { kind: 'integer', label: 'Days until the first delivery', default: 2, min: 1, max: 30 },
    onSundays: { kind: 'boolean', label: 'We deliver on Sundays', default: false },
  },
});

const DAY_MS = 24 * 60 * 60_000;
const DAYS_AHEAD = 21;
/** Above this weight, somebody has to be at home to receive the parcel. */
const LARGE_GRAMS = 20_000;

/** Lets customers choose a day for the delivery of an order, and leave a note for the driver. */
export const deliveryDay = () =>
  definePlugin({
    name: 'delivery-day',
    apiVersion: 1,
    folder: import.meta.dirname,
    settings,
    async checkoutOptions(services): Promise<CheckoutOption[]> {
      const { leadDays } = await services.settings();
      const { timeZone } = await services.shop();
      const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(services.now()); // such as 2026-12-24
      const dayIn = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
      return [
        { key: 'day', label: 'Delivery day', kind: 'date', first: dayIn(leadDays), last: dayIn(leadDays + DAYS_AHEAD) },
        { key: 'note', label: 'Note for the driver', kind: 'text', maxLength: 300, isLong: true },
      ];
    },
    async validateCheckout(services, { lines, options: { day } }) {
      const { onSundays } = await services.settings();
      if (day && !onSundays && new Date(day).getUTCDay() === 0) {
        return [{ option: 'day', message: 'We do not deliver on Sundays. Please choose another day.' }];
      }
      const grams = lines.reduce((sum, { weight, quantity }) => sum + (weight ?? 0) * quantity, 0);
      if (!day && grams > LARGE_GRAMS) {
        return [{ option: 'day', message: 'This parcel is large. Please choose a day on which somebody is at home.' }];
      }
      return [];
    },
  });
