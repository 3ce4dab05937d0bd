/**
 * The public surface for plug-ins, on the server: everything that `#plugin` offers. Components and pages use `#plugin/web`,
 * tests `#plugin/testing`. `docs/plugins/` is the guide.
 */
export {
  type Access,
  type Contract,
  type DataOf,
  defineEndpoints,
  type Endpoint,
  type InputOf,
  type SentFile,
  sentFile,
} from '#contract/endpoint.ts';
export { noData, paged } from '#contract/envelope.ts';
export {
  amount,
  amountInput,
  day,
  email,
  id,
  idParam,
  linkToken,
  multiLine,
  page,
  perPage,
  singleLine,
  timestamp,
} from '#contract/fields.ts';
export { type ProductCard, productCard } from '#contract/storefront/product.ts';
export { type ProductListQuery, productListQuery } from '#contract/storefront/product-list-query.ts';
export { type ProductPage, productPage } from '#contract/storefront/product-page.ts';
export type { FrameContent, LookContent } from '#contract/storefront/shop.ts';
export type { ConvertedRow, ExportRow, ImportFormat } from '#csv/import-format.ts';
export { writeOptions } from '#csv/import-lists.ts';
export type { LineOption, OptionChoice } from '#domain/cart/line-options.ts';
export type { CustomField, CustomFieldDeclaration } from '#domain/catalogue/custom-fields.ts';
export { type CustomValue, type CustomValues, MAX_CUSTOM_NUMBER } from '#domain/catalogue/custom-values.ts';
export { MAX_PICTURE_BYTES } from '#domain/catalogue/picture-limits.ts';
export type { CheckoutOption, ChosenCheckoutOption } from '#domain/checkout/checkout-options.ts';
export { counted, type Nouns } from '#domain/counted.ts';
export type { Currency } from '#domain/money/currency.ts';
export {
  addMoney,
  averageMoney,
  type Cents,
  formatDecimal,
  multiplyMoney,
  parseDecimal,
  percentOf,
} from '#domain/money/money.ts';
export { formatMoney } from '#domain/money/money-format.ts';
export type { PriceAdjustment } from '#domain/money/price-adjustments.ts';
export type { EventPayloads, EventType } from '#domain/orders/shop-events.ts';
export { lastPage, pageOf, rangeOf } from '#domain/paging.ts';
export { isShopAddress } from '#domain/shop/pages.ts';
export type { Branding, BrandingColours, BrandingIcon, BrandingLogo } from '#server/features/branding/index.ts';
export type { AdjustableCart, AdjustCart, CartAdjustment } from '#server/features/cart/index.ts';
export type {
  CatalogueFacets,
  CatalogueFilter as ProductFilter,
  CataloguePage,
  CatalogueQuery as ProductQuery,
  CatalogueRule as ProductRule,
  CatalogueSearch,
  CatalogueSuggestions,
  ListChange,
  ListedCategory,
  ProductFilterOptions,
  ProductPlace,
  SearchUnderstanding,
  SuggestionLimits,
} from '#server/features/catalogue/index.ts';
export type {
  CheckedCheckout,
  CheckoutCart,
  CheckoutCartLine,
  CheckoutProblem,
  ShippingRate,
  TaxableCheckout,
} from '#server/features/checkout/index.ts';
export type { ParcelUpdate } from '#server/features/orders/index.ts';
export {
  type FormConfig,
  type Intent,
  type IntentStatus,
  type IntentTerms,
  InvalidSignature,
  type OfflineProvider,
  type OnlineProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderRefused,
  type ProviderRegistration,
  ProviderUnavailable,
  type RefundTerms,
  type SavedCard,
  type SavedCards,
  type Unavailability,
  type WebhookRequest,
} from '#server/features/payments/index.ts';
export { patternOf as likePattern } from '#server/platform/database/find-page.ts';
export type { PagePolicy } from '#server/platform/http/bind-pages.ts';
export {
  type Caller,
  type HandlerInput,
  type HandlerResponse,
  type Handlers,
  type RequestFacts,
  respond,
} from '#server/platform/http/handler.ts';
export { dependsOn, validUntil } from '#server/platform/http/response-cache/cache-facts.ts';
export { escapeMarkup } from '#server/platform/security/escape-markup.ts';
export { hashToken, newToken } from '#server/platform/security/sealing.ts';
export type { Sections, SectionType, StoredSection } from './composed-sections.ts';
export { defineMail, type MailDefinition, type MailSender, type MailText } from './mails.ts';
export {
  type AddressRedirect,
  type DemoShop,
  definePlugin,
  defineShop,
  PLUGIN_API_VERSION,
  type Plugin,
  type PluginDefinition,
  type PluginJob,
  type PublicFile,
  type PublicFiles,
  type ShopConfig,
  type SitemapEntry,
} from './plugin.ts';
export { type ProductFieldValues, readProductFields } from './product-fields.ts';
export { defineRefusals, type RefusalDetails, refuse } from './refusals.ts';
export type { SearchChange, SearchEngine, SearchEngineContext } from './search-engine.ts';
export { type AnySection, defineSection, type Section } from './sections.ts';
export type {
  MailRequest,
  PluginChange,
  PluginDatabase,
  PluginServices,
  PluginTransaction,
  ProductRating,
  ProductSummary,
  ShopTables,
} from './services.ts';
export { defineSettings, type SettingFields, type SettingsDefinition, type SettingValues } from './settings.ts';
export type {
  AdminMenuEntry,
  AdminPage,
  MenuEntry,
  PluginAdmin,
  PluginFile,
  PluginStorefront,
  StorefrontPage,
} from './storefront.ts';
export { type DeliveredShopEvent, defineSubscriber } from './subscribers.ts';
