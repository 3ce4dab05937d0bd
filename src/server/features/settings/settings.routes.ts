import type {
  AdminSettings,
  adminSettingEndpoints,
  SecretName,
  Section,
  SettingsOf,
} from '#contract/admin/settings.ts';
import type { FrameContent, LookContent, shopEndpoints } from '#contract/storefront/shop.ts';
import { dayAfter, dayOf, startOfDay } from '#domain/shop-day.ts';
import type { BrandingLogo } from '#server/features/branding/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { dependsOn, validUntil } from '#server/platform/http/cache-facts.ts';
import { answer, type Caller, type Handlers, type RequestFacts } from '#server/platform/http/handler.ts';
import type { ResponseCache } from '#server/platform/http/response-cache.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CatalogueSearch } from '../catalogue/index.ts';
import { auditTest } from './audit-test.ts';
import { guardCurrency } from './guard-currency.ts';
import { guardDeliveryDays } from './guard-delivery-days.ts';
import { guardOpenPayments } from './guard-open-payments.ts';
import { guardStoredKeys, guardStoredPassword } from './guard-stored-secrets.ts';
import { type SectionGuard, saveSection } from './save-section.ts';
import { countSales, listSecretNames, listStoredSections } from './settings.store.ts';
import { adminSettingsView, readShopInfo } from './settings.view.ts';
import { type TestServices, testMailServer, testPayPal, testStripe } from './test-connection.ts';

/** Storefront §2: the footer links to five. */
const MAX_IN_FOOTER = 5;
/** As many as fit into a row of the header. */
const MAX_IN_MENU = 8;

export interface SettingsServices extends TestServices {
  readonly db: Database;
  readonly now: Clock;
  readonly cache: Pick<ResponseCache, 'clear' | 'memoize'>;
  readonly search: Pick<CatalogueSearch, 'categories'>;
  readonly plugins: {
    readonly loadFrame: () => Promise<FrameContent | undefined>;
    readonly loadLook: () => Promise<LookContent | undefined>;
  };
  readonly config: Pick<Config, 'smtpUrl' | 'appUrl' | 'production'>;
}

const logoView = ({ path, width, height }: BrandingLogo) => ({ src: path, width, height });

/** Tab names (back-office §2) for messages. */
const SECTION_NAMES = {
  site: 'System',
  payment: 'Payment',
  shipping: 'Shipping',
  email: 'Email',
  security: 'Security',
  data: 'Data',
} as const satisfies Record<Section, string>;

interface Saving<S extends Section> {
  readonly body: { readonly revision: number } & { readonly [F in keyof SettingsOf<S>]?: SettingsOf<S>[F] | undefined };
  readonly caller: Caller;
  readonly request: RequestFacts;
}

export function settingsHandlers(
  services: SettingsServices,
): Handlers<typeof adminSettingEndpoints & typeof shopEndpoints> {
  const { db, now, sealer, settings, paymentProviders, cache, search, config, plugins } = services;
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
    { body, caller, request }: Saving<S>,
    secrets: { readonly [N in SecretName]?: string | null | undefined } = {},
    guards: readonly SectionGuard<S>[] = [],
  ) {
    const { revision, ...given } = body;
    const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in secrets)));
    try {
      await saveSection(db, sealer, {
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
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'settings.changed') throw error;
      throw new Refusal('settings.changed', { data: (await readAll())[section] });
    }
    // Other nodes are notified; this one must not return the old values even for a moment.
    settings.forget();
    cache.clear();
    return answer((await readAll())[section], `${SECTION_NAMES[section]} settings saved successfully!`);
  }

  /** Every page needs it. */
  const readShop = cache.memoize(async () => {
    dependsOn('setting', 'category');
    const { timezone } = await settings.get('site');
    // The expected delivery is counted from today.
    validUntil(startOfDay(dayAfter(dayOf(now(), timezone)), timezone));
    const [info, listed, frame, look, { logo }] = await Promise.all([
      paymentProviders.enabled().then((providers) => readShopInfo(settings, providers, now())),
      search.categories(),
      plugins.loadFrame(),
      plugins.loadLook(),
      services.branding.read(),
    ]);
    const first = listed.filter(({ parentId }) => parentId === null);
    const inFooter = new Set(
      first
        .map(({ id }) => id)
        .sort((a, b) => a - b)
        .slice(0, MAX_IN_FOOTER),
    );
    const categories = first.filter(({ id }) => inFooter.has(id)).map(({ id, name }) => ({ id, name }));
    const parents = new Set(listed.map(({ parentId }) => parentId));
    const menu = first.slice(0, MAX_IN_MENU).map(({ id, name }) => ({ id, name, has_children: parents.has(id) }));
    return {
      ...info,
      categories,
      menu,
      ...(frame && { frame }),
      ...(look && { look }),
      ...(logo && { logo: { light: logoView(logo.light), dark: logoView(logo.dark) } }),
    };
  });

  return {
    'GET /shop': async () => answer(await readShop()),
    'GET /admin/settings': async () => answer(await readAll()),
    'PUT /admin/settings/site': (exchange) => save('site', exchange, {}, [guardCurrency]),
    'PUT /admin/settings/payment': async (exchange) => {
      const { confirmOpenPayments = false, ...body } = exchange.body;
      const { stripeSecretKey, stripeWebhookSecret, paypalClientSecret } = body;
      const secrets = { stripeSecretKey, stripeWebhookSecret, paypalClientSecret };
      const guards = [guardStoredKeys(secrets)];
      if (!confirmOpenPayments) {
        guards.push(guardOpenPayments((await paymentProviders.cardKeySource()) === 'environment'));
      }
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
      return answer({ mode }, `${isCard ? 'Stripe' : 'PayPal'} connection test successful!`);
    },
    'POST /admin/settings/email/test': async ({ body, caller, request }) => {
      const { smtpHost: host = null, smtpPort: port = null } = body;
      await auditTest(services, { actor: caller, request }, { service: 'smtp', host, port }, () =>
        testMailServer(services, body, { isServerFromEnvironment, admin: caller }),
      );
      return answer(null, 'Email connection test successful!');
    },
  };
}
