import { analyticsEndpoints } from './admin/analytics.ts';
import { auditEndpoints } from './admin/audit.ts';
import { adminCategoryEndpoints } from './admin/categories.ts';
import { categoryOrderEndpoints } from './admin/category-order.ts';
import { adminCouponEndpoints } from './admin/coupons.ts';
import { adminCustomFieldEndpoints } from './admin/custom-fields.ts';
import { dashboardEndpoints } from './admin/dashboard.ts';
import { adminEventEndpoints } from './admin/events.ts';
import { findRecordsEndpoints } from './admin/find-records.ts';
import { adminHoldEndpoints } from './admin/holds.ts';
import { importEndpoints } from './admin/imports.ts';
import { adminMailEndpoints } from './admin/mails.ts';
import { adminMessageEndpoints } from './admin/messages.ts';
import { adminOrderEndpoints } from './admin/orders.ts';
import { adminPluginEndpoints } from './admin/plugins.ts';
import { adminProductEndpoints } from './admin/products.ts';
import { adminProfileEndpoints } from './admin/profile.ts';
import { reportEndpoints } from './admin/reports.ts';
import { adminSearchEndpoints } from './admin/search.ts';
import { adminSettingEndpoints } from './admin/settings.ts';
import { adminSystemEndpoints } from './admin/system.ts';
import { uploadEndpoints } from './admin/uploads.ts';
import { adminUserEndpoints } from './admin/users.ts';
import { accountEndpoints } from './storefront/account.ts';
import { authEndpoints } from './storefront/auth.ts';
import { cartEndpoints } from './storefront/cart.ts';
import { categoryEndpoints } from './storefront/categories.ts';
import { contactEndpoints } from './storefront/contact.ts';
import { emailChangeEndpoints } from './storefront/email-change.ts';
import { newsletterEndpoints } from './storefront/newsletter.ts';
import { orderEndpoints } from './storefront/orders.ts';
import { paymentEndpoints } from './storefront/payments.ts';
import { productEndpoints } from './storefront/products.ts';
import { savedCardEndpoints } from './storefront/saved-cards.ts';
import { shopEndpoints } from './storefront/shop.ts';
import { twoFactorEndpoints } from './storefront/two-factor.ts';
import { wishlistEndpoints } from './storefront/wishlist.ts';

/** Every API endpoint by method and path below `/api`. Endpoints are added only together with their implementation. */
export const contract = {
  ...shopEndpoints,
  ...authEndpoints,
  ...emailChangeEndpoints,
  ...twoFactorEndpoints,
  ...accountEndpoints,
  ...categoryEndpoints,
  ...productEndpoints,
  ...cartEndpoints,
  ...wishlistEndpoints,
  ...paymentEndpoints,
  ...savedCardEndpoints,
  ...orderEndpoints,
  ...newsletterEndpoints,
  ...contactEndpoints,
  ...adminOrderEndpoints,
  ...adminHoldEndpoints,
  ...adminProfileEndpoints,
  ...adminCouponEndpoints,
  ...adminSearchEndpoints,
  ...adminSettingEndpoints,
  ...adminPluginEndpoints,
  ...adminMessageEndpoints,
  ...adminProductEndpoints,
  ...importEndpoints,
  ...adminCategoryEndpoints,
  ...categoryOrderEndpoints,
  ...adminCustomFieldEndpoints,
  ...uploadEndpoints,
  ...dashboardEndpoints,
  ...reportEndpoints,
  ...findRecordsEndpoints,
  ...auditEndpoints,
  ...analyticsEndpoints,
  ...adminUserEndpoints,
  ...adminMailEndpoints,
  ...adminEventEndpoints,
  ...adminSystemEndpoints,
};

export type ShopContract = typeof contract;
/** Method and path of an endpoint, such as `'GET /products/{id}'`. */
export type CallKey = keyof ShopContract;
