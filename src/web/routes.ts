import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** `npm run dev` only, never a build, whatever NODE_ENV says. Without the ?, tools that import this file would fail. */
const isDevelopment = import.meta.env?.MODE === 'development';

const DEVELOPMENT_PAGES = [
  route('dev/gallery', 'dev/gallery/gallery-page.tsx'),
  route('dev/gallery/:theme', 'dev/gallery/theme-page.tsx'),
];

/** Which page answers at which address. */
export default [
  ...(isDevelopment ? DEVELOPMENT_PAGES : []),
  layout('shared/frame/shop-frame.tsx', [
    index('storefront/home/home-page.tsx'),
    route('products', 'storefront/product-list/product-list-page.tsx'),
    route('products/category/:categoryId', 'storefront/product-list/product-list-page.tsx', { id: 'category-list' }),
    route('products/:productId', 'storefront/product-detail/product-detail-page.tsx'),
    route('cart', 'storefront/cart/cart-page.tsx'),
    route('wishlist', 'storefront/wishlist/wishlist-page.tsx'),
    route('login', 'storefront/login/login-page.tsx'),
    route('register', 'storefront/register/register-page.tsx'),
    route('forgot-password', 'storefront/forgot-password/forgot-password-page.tsx'),
    route('reset-password', 'storefront/reset-password/reset-password-page.tsx'),
    route('verify-email', 'storefront/verify-email/verify-email-page.tsx'),
    route('undo-email-change', 'storefront/undo-email-change/undo-email-change-page.tsx'),
    route('delete-account', 'storefront/delete-account/delete-account-page.tsx'),
    route('newsletter', 'storefront/newsletter/newsletter-page.tsx'),
    route('about', 'storefront/about/about-page.tsx'),
    route('contact', 'storefront/contact/contact-page.tsx'),
    route('faq', 'storefront/faq/faq-page.tsx'),
    route('offline', 'storefront/offline/offline-page.tsx'),
    route('returns', 'storefront/returns/returns-page.tsx'),
    route('shipping', 'storefront/shipping-info/shipping-info-page.tsx'),
    route('size-guide', 'storefront/size-guide/size-guide-page.tsx'),
    route('cookies', 'storefront/cookies/cookies-page.tsx'),
    route('terms', 'storefront/terms/terms-page.tsx'),
    route('privacy', 'storefront/privacy/privacy-page.tsx'),
    layout('shared/auth/signed-in-layout.tsx', [
      route('checkout', 'storefront/checkout/checkout-page.tsx'),
      route('order-success/:orderNumber', 'storefront/order-success/order-success-page.tsx'),
      route('dashboard', 'account/shared/account-frame.tsx', [
        index('account/overview/overview-page.tsx'),
        route('profile', 'account/profile/profile-page.tsx'),
        route('security', 'account/security/security-page.tsx'),
        route('orders', 'account/orders/orders-page.tsx'),
        route('orders/:orderId', 'account/orders/order-page.tsx'),
        route('orders/:orderId/invoice', 'account/orders/invoice-page.tsx'),
      ]),
    ]),
    route('*', 'storefront/not-found/not-found-page.tsx'),
  ]),
  route('admin', 'admin/shared/admin-guard.tsx', [
    layout('admin/shared/admin-frame.tsx', [
      index('admin/dashboard/dashboard-page.tsx'),
      route('products', 'admin/products/products-page.tsx'),
      route('products/import', 'admin/imports/imports-page.tsx'),
      route('products/import/:importId', 'admin/imports/import-page.tsx'),
      route('categories', 'admin/categories/categories-page.tsx'),
      route('orders', 'admin/orders/orders-page.tsx'),
      route('profile', 'admin/profile/profile-page.tsx'),
      route('orders/:id/invoice', 'admin/orders/invoice-page.tsx'),
      route('users', 'admin/users/users-page.tsx'),
      route('analytics', 'admin/analytics/analytics-page.tsx'),
      route('outbox', 'admin/outbox/outbox-page.tsx'),
      route('messages', 'admin/messages/messages-page.tsx'),
      route('settings', 'admin/settings/settings-page.tsx'),
      route('coupons', 'admin/coupons/coupons-page.tsx'),
      route('holds', 'admin/holds/holds-page.tsx'),
      route('audit', 'admin/audit/audit-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
