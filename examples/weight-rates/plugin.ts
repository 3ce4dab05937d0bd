import {
  type CustomFieldDeclaration,
  definePlugin,
  defineSettings,
  type PluginServices,
  readProductFields,
  respond,
} from '#plugin';
import { contract } from './contract.ts';

const settings = defineSettings({
  title: 'Shipping by weight',
  fields: {
    perKilo: { kind: 'money', label: 'Per kilogram', default: 250 },
    bulky: { kind: 'money', label: 'Surcharge for bulky goods', default: 1500 },
  },
});
type Services = PluginServices<typeof settings.fields>;

const productFields = [
  { key: 'bulky', label: 'Bulky goods', kind: 'flag', help: 'Too long or too wide for a parcel.' },
] as const satisfies readonly CustomFieldDeclaration[];

const findUnweighed = (services: Services) =>
  services.db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('weight_grams', 'is', null)
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(100)
    .execute();

export const weightRates = () =>
  definePlugin({
    name: 'weight-rates',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract,
    handlers: (services: Services) => ({
      'GET /admin/weight-rates/unweighed': async () => respond(await findUnweighed(services)),
    }),
    settings,
    productFields,
    shippingRates: async (services, { lines }) => {
      const grams = lines.reduce((sum, { weight, quantity }) => sum + (weight ?? 0) * quantity, 0);
      const isBulky = lines.some(({ custom }) => readProductFields(productFields, custom).bulky);
      const { perKilo, bulky } = await services.settings();
      const cost = Math.ceil(grams / 1000) * perKilo + (isBulky ? bulky : 0);
      return [{ id: 'parcel', label: 'Parcel by weight', cost }];
    },
    jobs: [
      {
        name: 'report-unweighed',
        cron: '0 6 * * *',
        run: async (services: Services) => {
          const missing = await findUnweighed(services);
          if (missing.length > 0) services.log.warn({ count: missing.length }, 'Products have no weight');
        },
      },
    ],
    storefront: { slots: { 'product.belowBuyBox': './web/parcel-note.tsx' } },
    admin: {
      pages: [{ path: '/admin/weight-rates', file: './web/unweighed-page.tsx' }],
      menu: [{ path: '/admin/weight-rates', label: 'Weights', icon: 'truck' }],
    },
  });
