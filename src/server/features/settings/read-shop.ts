import type { FrameContent, LookContent, ShopInfo } from '#contract/storefront/shop.ts';
import { dayAfter, dayOf, startOfDay } from '#domain/shop/shop-day.ts';
import type { BrandingLogo, BrandingReader } from '#server/features/branding/index.ts';
import type { CatalogueSearch } from '#server/features/catalogue/index.ts';
import type { PaymentProviders } from '#server/features/payments/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { dependsOn, isIncomplete, validUntil } from '#server/platform/http/response-cache/cache-facts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Settings } from './settings.ts';
import { readShopInfo } from './settings.view.ts';

/** Storefront §2: the footer links to five. */
const MAX_IN_FOOTER = 5;
/** As many as fit into a row of the header. */
const MAX_IN_MENU = 8;

export interface ShopServices {
  readonly settings: Settings;
  readonly paymentProviders: PaymentProviders;
  readonly search: Pick<CatalogueSearch, 'categories'>;
  readonly branding: BrandingReader;
  readonly plugins: {
    readonly loadFrame: () => Promise<FrameContent | undefined>;
    readonly loadLook: () => Promise<LookContent | undefined>;
  };
  readonly now: Clock;
}

/** What every page needs: the public settings, the categories of header and footer, and how the shop looks. */
export async function readShop(services: ShopServices): Promise<ShopInfo> {
  const { settings, paymentProviders, search, branding, plugins, now } = services;
  dependsOn('setting', 'category');
  const { timezone } = await settings.get('site');
  // The expected delivery is counted from today.
  validUntil(startOfDay(dayAfter(dayOf(now(), timezone)), timezone));
  const [info, listed, frame, look, { logo }] = await Promise.all([
    paymentProviders.enabled().then((providers) => readShopInfo(settings, providers, now())),
    listCategories(search),
    plugins.loadFrame(),
    plugins.loadLook(),
    branding.read(),
  ]);
  return {
    ...info,
    ...linkedCategories(listed),
    ...(frame && { frame }),
    ...(look && { look }),
    ...(logo && { logo: { light: logoView(logo.light), dark: logoView(logo.dark) } }),
  };
}

/** No categories while the search engine of a plug-in fails: every page needs the rest of this response. */
async function listCategories(search: ShopServices['search']) {
  try {
    return await search.categories();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'plugin.unavailable')) throw error;
    isIncomplete();
    return [];
  }
}

/** The oldest categories of the first level for the footer, and the first ones for the header. */
function linkedCategories(
  listed: Awaited<ReturnType<CatalogueSearch['categories']>>,
): Pick<ShopInfo, 'categories' | 'menu'> {
  const first = listed.filter(({ parentId }) => parentId === null);
  const inFooter = new Set(
    first
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .slice(0, MAX_IN_FOOTER),
  );
  const parents = new Set(listed.map(({ parentId }) => parentId));
  return {
    categories: first.filter(({ id }) => inFooter.has(id)).map(({ id, name }) => ({ id, name })),
    menu: first.slice(0, MAX_IN_MENU).map(({ id, name }) => ({ id, name, has_children: parents.has(id) })),
  };
}

const logoView = ({ path, width, height }: BrandingLogo) => ({ src: path, width, height });
