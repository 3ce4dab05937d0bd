import { definePlugin, defineSettings, type LineOption } from '#plugin';

const settings = defineSettings({
  title: 'Gift wrap',
  fields: {
    kraft: { kind: 'money', label: 'Kraft paper', hint: 'Price per product.', default: 350 },
    linen: { kind: 'money', label: 'Linen cloth', hint: 'Price per product.', default: 900 },
    card: { kind: 'money', label: 'Gift card', hint: 'Price per line of the cart.', default: 150 },
  },
});

/** Lets customers have the products of a cart line wrapped, with a card and a message. */
export const giftWrap = () =>
  definePlugin({
    name: 'gift-wrap',
    apiVersion: 1,
    folder: import.meta.dirname,
    settings,
    async cartLineOptions(services): Promise<LineOption[]> {
      const { kraft, linen, card } = await services.settings();
      return [
        {
          key: 'wrapping',
          label: 'Gift wrap',
          kind: 'choice',
          per: 'unit',
          choices: [
            { value: 'kraft', label: 'Kraft paper', price: kraft },
            { value: 'linen', label: 'Linen cloth', price: linen },
          ],
        },
        { key: 'card', label: 'Gift card', kind: 'flag', price: card },
        { key: 'message', label: 'Message on the card', kind: 'text', maxLength: 120 },
      ];
    },
  });
