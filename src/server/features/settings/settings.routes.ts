import type {
  AdminSettings,
  adminSettingEndpoints,
  SecretName,
  Section,
  SettingsOf,
} from '#contract/admin/settings.ts';
import type { shopEndpoints } from '#contract/storefront/shop.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Caller, type Handlers, type RequestFacts, respond } from '#server/platform/http/handler.ts';
import type { ResponseCache } from '#server/platform/http/response-cache/response-cache.ts';
import { refuseWithCurrent } from '#server/platform/refusal.ts';
import { auditTest } from './audit-test.ts';
import { guardCurrency } from './guard-currency.ts';
import { guardDeliveryDays } from './guard-delivery-days.ts';
import { guardOpenPayments } from './guard-open-payments.ts';
import { guardStoredKeys, guardStoredPassword } from './guard-stored-secrets.ts';
import { readShop, type ShopServices } from './read-shop.ts';
import { type SectionGuard, saveSection } from './save-section.ts';
import { countSales, listSecretNames, listStoredSections } from './settings.store.ts';
import { adminSettingsView } from './settings.view.ts';
import { type TestServices, testMailServer, testPayPal, testStripe } from './test-connection.ts';

export interface SettingsServices extends TestServices, ShopServices {
  readonly db: Database;
  readonly cache: Pick<ResponseCache, 'clear' | 'memoize'>;
  readonly config: Pick<Config, 'smtpUrl' | 'appUrl' | 'production'>;
}

/** Tab names (back-office §2) for messages. */
const SECTION_NAMES = {
  site: 'System',
  payment: 'Payment',
  shipping: 'Shipping',
  email: 'Email',
  security: 'Security',
  data: 'Data',
} as const satisfies Record<Section, string>;

interface SaveRequest<S extends Section> {
  readonly body: { readonly revision: number } & { readonly [F in keyof SettingsOf<S>]?: SettingsOf<S>[F] | undefined };
  readonly caller: Caller;
  readonly request: RequestFacts;
}

export function settingsHandlers(
  services: SettingsServices,
): Handlers<typeof adminSettingEndpoints & typeof shopEndpoints> {
  const { db, now, sealer, settings, paymentProviders, cache, config } = services;
  const isServerFromEnvironment = config.smtpUrl !== undefined;

  async function readAll(): Promise<AdminSettings> {
    const [rows, secrets, cardsBy, sales] = await Promise.all([
      listStoredSections(db),
      listSecretNames(db),
      paymentProviders.cardKeySource(),
      countSales(db),
    ]);
    return adminSettingsView(rows, secrets, { cardsBy, isServerFromEnvironment, sales, mode: config });
  }

  /** @param secrets the fields of the body that are stored encrypted. */
  async function save<S extends Section>(
    section: S,
    { body, caller, request }: SaveRequest<S>,
    secrets: { readonly [N in SecretName]?: string | null | undefined } = {},
    guards: readonly SectionGuard<S>[] = [],
  ) {
    const { revision, ...given } = body;
    const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in secrets)));
    const change = saveSection(db, sealer, {
      section,
      revision,
      fields: fields as typeof body,
      secrets,
      actor: caller,
      request,
      at: now(),
      mode: config,
      guards,
    });
    const read = async () => (await readAll())[section];
    await refuseWithCurrent('settings.changed', change, read);
    // Other nodes are notified; this one must not return the old values even for a moment.
    settings.forget();
    cache.clear();
    return respond(await read(), `${SECTION_NAMES[section]} settings saved successfully!`);
  }

  const shop = cache.memoize(() => readShop(services));

  return {
    'GET /shop': async () => respond(await shop()),
    'GET /admin/settings': async () => respond(await readAll()),
    'PUT /admin/settings/site': (input) => save('site', input, {}, [guardCurrency]),
    'PUT /admin/settings/payment': async (exchange) => {
      const { confirmOpenPayments = false, ...body } = exchange.body;
      const { stripeSecretKey, stripeWebhookSecret, paypalClientSecret } = body;
      const secrets = { stripeSecretKey, stripeWebhookSecret, paypalClientSecret };
      const guards = [guardStoredKeys(secrets)];
      if (!confirmOpenPayments) guards.push(guardOpenPayments(paymentProviders));
      return save('payment', { ...exchange, body }, secrets, guards);
    },
    'PUT /admin/settings/shipping': (exchange) => save('shipping', exchange, {}, [guardDeliveryDays]),
    'PUT /admin/settings/email': async (exchange) => {
      const { smtpPassword } = exchange.body;
      return save('email', exchange, { smtpPassword }, [guardStoredPassword(smtpPassword)]);
    },
    'PUT /admin/settings/security': (exchange) => save('security', exchange),
    'PUT /admin/settings/data': (exchange) => save('data', exchange),
    'POST /admin/settings/payment/test': async ({ body, caller, request }) => {
      const isCard = body.service === 'stripe';
      const mode = await auditTest(services, { actor: caller, request }, { service: body.service }, () =>
        isCard ? testStripe(services, body) : testPayPal(services, body),
      );
      return respond({ mode }, `${isCard ? 'Stripe' : 'PayPal'} connection test successful!`);
    },
    'POST /admin/settings/email/test': async ({ body, caller, request }) => {
      const { smtpHost: host = null, smtpPort: port = null } = body;
      await auditTest(services, { actor: caller, request }, { service: 'smtp', host, port }, () =>
        testMailServer(services, body, { isServerFromEnvironment, admin: caller }),
      );
      return respond(null, 'Email connection test successful!');
    },
  };
}
