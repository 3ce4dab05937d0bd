import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Contract } from '#contract/endpoint.ts';
import { contract, type ShopContract } from '#contract/index.ts';
import { dropCachedResponses } from '../cluster/drop-cached-responses.ts';
import { accountHandlers, adminProfileHandlers, bindAvatars } from '../features/account/index.ts';
import { analyticsHandlers } from '../features/analytics/index.ts';
import { auditHandlers } from '../features/audit/index.ts';
import { authHandlers, emailChangeHandlers, twoFactorHandlers } from '../features/auth/index.ts';
import { backupHandlers } from '../features/backups/index.ts';
import { bindManifest } from '../features/branding/index.ts';
import { cartHandlers } from '../features/cart/index.ts';
import {
  adminCategoryHandlers,
  adminProductHandlers,
  categoryHandlers,
  categoryOrderHandlers,
  customFieldHandlers,
  productHandlers,
} from '../features/catalogue/index.ts';
import {
  adminHoldHandlers,
  bindPaymentWebhook,
  paymentHandlers,
  releaseRemovedUnits,
} from '../features/checkout/index.ts';
import { adminMessageHandlers, contactHandlers } from '../features/contact/index.ts';
import { couponHandlers } from '../features/coupons/index.ts';
import { dashboardHandlers } from '../features/dashboard/index.ts';
import { adminEventHandlers } from '../features/events/index.ts';
import { findRecordsHandlers } from '../features/find-records/index.ts';
import { importHandlers } from '../features/imports/index.ts';
import { adminMailHandlers } from '../features/mail/index.ts';
import { newsletterHandlers } from '../features/newsletter/index.ts';
import { adminOrderHandlers, orderHandlers } from '../features/orders/index.ts';
import { savedCardHandlers } from '../features/payments/index.ts';
import { bindPictures, pictureHandlers } from '../features/pictures/index.ts';
import { adminPluginHandlers, bindPluginFiles } from '../features/plugins/index.ts';
import { reportHandlers } from '../features/reports/index.ts';
import { searchHandlers } from '../features/search/index.ts';
import { settingsHandlers } from '../features/settings/index.ts';
import { bindSitemap } from '../features/sitemap/index.ts';
import { systemHandlers } from '../features/system/index.ts';
import { adminUserHandlers } from '../features/users/index.ts';
import { wishlistHandlers } from '../features/wishlist/index.ts';
import { bindReference } from '../platform/api-reference/bind-reference.ts';
import { checkDatabase } from '../platform/database/check-database.store.ts';
import { bindEndpoints } from '../platform/http/bind-endpoints.ts';
import { bindCspReports } from '../platform/http/csp-reports.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { createIdempotency } from '../platform/http/idempotency/idempotency.ts';
import { bindOperations } from '../platform/http/operations.ts';
import { adaptHeadersToCdn } from '../platform/http/response-cache/cdn-headers.ts';
import { createSecurityLog } from '../platform/http/security-log.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { bindUnknownAddresses } from '../platform/http/unknown-addresses.ts';
import { addUnlessBroken } from '../platform/rate-limit/shared-counter.ts';
import { createSessions } from '../platform/sessions/sessions.ts';
import type { Services } from '../services/services.ts';
import { securityEventTables } from './security-events.ts';
import { shopGauges } from './shop-gauges.ts';

/** One handler per endpoint of the contract; a missing one does not compile. */
export function shopHandlers(services: Services): Handlers<ShopContract> {
  return {
    ...authHandlers(services),
    ...emailChangeHandlers(services),
    ...twoFactorHandlers(services),
    ...accountHandlers(services),
    ...adminProfileHandlers(services),
    ...categoryHandlers(services),
    ...productHandlers(services),
    ...cartHandlers({ ...services, afterRemoval: (userId) => releaseRemovedUnits(services, userId) }),
    ...wishlistHandlers(services),
    ...paymentHandlers(services),
    ...savedCardHandlers(services),
    ...orderHandlers(services),
    ...newsletterHandlers(services),
    ...contactHandlers(services),
    ...adminOrderHandlers(services),
    ...adminHoldHandlers(services),
    ...couponHandlers(services),
    ...searchHandlers(services),
    ...settingsHandlers(services),
    ...adminPluginHandlers(services),
    ...adminMessageHandlers(services),
    ...adminProductHandlers(services),
    ...importHandlers(services),
    ...adminCategoryHandlers(services),
    ...categoryOrderHandlers(services),
    ...customFieldHandlers(services),
    ...pictureHandlers(services),
    ...dashboardHandlers(services),
    ...reportHandlers(services),
    ...findRecordsHandlers(services),
    ...auditHandlers(services),
    ...analyticsHandlers(services),
    ...adminUserHandlers(services),
    ...adminMailHandlers(services),
    ...adminEventHandlers(services),
    ...systemHandlers(services),
    ...backupHandlers(services),
  };
}

/** The HTTP server without pages: API, health checks and metrics. */
export async function buildApp(
  services: Services,
  handlers: Handlers<ShopContract>,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const { config, db, replica, now, settings, cache, cdnPurger, changes, search, sealer, plugins, rateCounter } =
    services;
  const endpoints: Contract = { ...contract, ...plugins.contract };
  const rateLimitSharing = { add: addUnlessBroken(rateCounter, log), fingerprint: sealer.fingerprint };
  const app = await createHttpServer({ ...config, log, rateLimitSharing });
  if (cdnPurger) adaptHeadersToCdn(app);
  dropCachedResponses(cache, changes, search, cdnPurger);
  const sessions = createSessions(db, now, () => settings.get('security'), replica !== undefined);
  const readiness = { checkDatabase: () => checkDatabase(db), loading: { catalogue: search.isLoaded } };
  bindOperations(app, readiness, config, shopGauges(services));
  // Answer waiting customers before the server closes; they retry on another node.
  app.addHook('preClose', () => services.orderQueue.close());
  const securityLog = createSecurityLog(app, securityEventTables(plugins.contract));
  const allHandlers: Handlers<Contract> = { ...handlers, ...plugins.handlers };
  await bindEndpoints(app, endpoints, allHandlers, {
    findCaller: sessions.findCaller,
    cache,
    idempotency: createIdempotency({ db, sealer, nodeLock: changes.nodeLock }),
    rateLimit: config.rateLimit,
    securityLog,
  });
  bindAvatars(app, db);
  await bindPaymentWebhook(app, services);
  bindPictures(app, services);
  bindSitemap(app, services);
  bindPluginFiles(app, services);
  bindManifest(app, services);
  bindReference(app, endpoints, cache);
  await bindCspReports(app, config.rateLimit, securityLog);
  bindUnknownAddresses(app, endpoints);
  return app;
}
