import { relative } from 'node:path';
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { type PagePath, pagesWhere } from '#domain/shop/pages.ts';
import type { Plugin } from '#plugin';
import shop from '../../shop.config.ts';
import { pagesOf } from '../plugin/pages.ts';
import { pathOf } from '../plugin/path-of.ts';

/** Only in `npm run dev`, never in a build, whatever NODE_ENV is. The `?.` keeps the file importable by other tools. */
const isDevelopment = import.meta.env?.MODE === 'development';

const DEVELOPMENT_PAGES = [
  route('dev/gallery', 'dev/gallery/gallery-page.tsx'),
  route('dev/gallery/:theme', 'dev/gallery/theme-page.tsx'),
];

const pluginFile = (file: string) => relative(import.meta.dirname, file).replaceAll('\\', '/');

/** Files of plug-ins that replace those of the shop's own pages. */
const OVERRIDES = new Map(
  shop.plugins.flatMap((plugin: Plugin) =>
    Object.entries(plugin.storefront?.pageOverrides ?? {}).map(([path, file]) => [
      path,
      pluginFile(pathOf(plugin, file)),
    ]),
  ),
);
const fileOf = (path: string, file: string): string => OVERRIDES.get(path) ?? file;

/** The routes of plug-ins' pages whose path starts with `parent`; for `''`, those below no other parent. */
const pluginPages = (parent: '' | '/dashboard' | '/admin', access: 'public' | 'customer' | 'admin') =>
  shop.plugins
    .flatMap(pagesOf)
    .filter(({ path, facts }) => facts.access === access && isBelow(parent, path))
    .map(({ path, file }) => route(path.slice(parent.length + 1), pluginFile(file), { id: `plugin:${path}` }));
const isBelow = (parent: string, path: string): boolean =>
  parent === '' ? !/^\/(dashboard|admin)\//.test(path) : path.startsWith(`${parent}/`);

/** A page inside the layout route `parent`. Other properties of pages are in `#domain/shop/pages.ts`. */
const pageIn =
  (parent: '' | PagePath) =>
  (path: PagePath, file: string, options = {}) =>
    path === (parent || '/')
      ? index(fileOf(path, file), options)
      : route(path.slice(parent.length + 1), fileOf(path, file), options);

const page = pageIn('');
const accountPage = pageIn('/dashboard');
const adminPage = pageIn('/admin');

/** Pages in the menu of the back office: `/admin/holds` is `admin/holds/holds-page.tsx`. */
const MENU_PAGES = pagesWhere(({ menu }) => menu !== undefined)
  .filter((path) => path !== '/admin')
  .map((path) => adminPage(path, path.slice(1).replace(/[^/]+$/, '$&/$&-page.tsx')));

/** Maps paths to page modules. */
export default [
  ...(isDevelopment ? DEVELOPMENT_PAGES : []),
  layout('shared/frame/shop-frame.tsx', [
    page('/', 'storefront/home/home-page.tsx'),
    page('/products', 'storefront/product-list/product-list-page.tsx'),
    page('/products/category/:categoryId', 'storefront/product-list/product-list-page.tsx', { id: 'category-list' }),
    page('/products/:productId', 'storefront/product-detail/product-detail-page.tsx'),
    page('/cart', 'storefront/cart/cart-page.tsx'),
    page('/wishlist', 'storefront/wishlist/wishlist-page.tsx'),
    page('/login', 'storefront/login/login-page.tsx'),
    page('/register', 'storefront/register/register-page.tsx'),
    page('/forgot-password', 'storefront/forgot-password/forgot-password-page.tsx'),
    page('/reset-password', 'storefront/reset-password/reset-password-page.tsx'),
    page('/verify-email', 'storefront/verify-email/verify-email-page.tsx'),
    page('/undo-email-change', 'storefront/undo-email-change/undo-email-change-page.tsx'),
    page('/delete-account', 'storefront/delete-account/delete-account-page.tsx'),
    page('/newsletter', 'storefront/newsletter/newsletter-page.tsx'),
    page('/about', 'storefront/about/about-page.tsx'),
    page('/contact', 'storefront/contact/contact-page.tsx'),
    page('/faq', 'storefront/faq/faq-page.tsx'),
    page('/offline', 'storefront/offline/offline-page.tsx'),
    page('/returns', 'storefront/returns/returns-page.tsx'),
    page('/shipping', 'storefront/shipping-info/shipping-info-page.tsx'),
    page('/size-guide', 'storefront/size-guide/size-guide-page.tsx'),
    page('/accessibility', 'storefront/accessibility/accessibility-page.tsx'),
    page('/cookies', 'storefront/cookies/cookies-page.tsx'),
    page('/terms', 'storefront/terms/terms-page.tsx'),
    page('/privacy', 'storefront/privacy/privacy-page.tsx'),
    ...pluginPages('', 'public'),
    layout('shared/auth/signed-in-layout.tsx', [
      ...pluginPages('', 'customer'),
      page('/order-success/:orderNumber', 'storefront/order-success/order-success-page.tsx'),
      route('dashboard', 'account/shared/account-frame.tsx', [
        accountPage('/dashboard', 'account/overview/overview-page.tsx'),
        accountPage('/dashboard/profile', 'account/profile/profile-page.tsx'),
        accountPage('/dashboard/security', 'account/security/security-page.tsx'),
        accountPage('/dashboard/orders', 'account/orders/orders-page.tsx'),
        accountPage('/dashboard/orders/:orderId', 'account/orders/order-page.tsx'),
        accountPage('/dashboard/orders/:orderId/invoice', 'account/orders/invoice-page.tsx'),
        ...pluginPages('/dashboard', 'customer'),
      ]),
    ]),
    page('/*', 'storefront/not-found/not-found-page.tsx'),
  ]),
  layout('shared/frame/checkout-frame.tsx', [page('/checkout', 'storefront/checkout/checkout-page.tsx')]),
  route('admin', 'admin/shared/frame/admin-guard.tsx', [
    layout('admin/shared/frame/admin-frame.tsx', [
      adminPage('/admin', 'admin/dashboard/dashboard-page.tsx'),
      ...MENU_PAGES,
      adminPage('/admin/products/import', 'admin/imports/imports-page.tsx'),
      adminPage('/admin/products/import/:importId', 'admin/imports/import-page.tsx'),
      adminPage('/admin/orders/:id/invoice', 'admin/orders/invoice-page.tsx'),
      ...pluginPages('/admin', 'admin'),
    ]),
  ]),
] satisfies RouteConfig;
