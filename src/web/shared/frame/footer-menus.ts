import pluginMenu from 'virtual:footer-menu';
import type { PagePath } from '#domain/shop/pages.ts';
import type { ShopInfo } from '#web/shared/shop/default-shop.ts';

type Address = PagePath | `${PagePath}?${string}`;
type Column<To extends string = Address> = readonly [
  title: string,
  links: readonly (readonly [to: To, name: string])[],
];

interface FooterLink {
  readonly to: string;
  readonly label: string;
}

const COLUMNS: readonly Column[] = [
  [
    'Help',
    [
      ['/faq', 'FAQ'],
      ['/dashboard/orders', 'Track Order'],
      ['/returns', 'Returns'],
      ['/shipping', 'Shipping Info'],
      ['/size-guide', 'Size Guide'],
      ['/contact?subject=support', 'Support'],
    ],
  ],
  [
    'The shop',
    [
      ['/', 'Home'],
      ['/about', 'About'],
      ['/contact', 'Contact'],
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
      ['/cookies', 'Cookies'],
      ['/accessibility', 'Accessibility'],
    ],
  ],
];

/** Storefront §2: five categories of this shop; then the links of plug-ins, first those of every shop. */
const shopLinks = (categories: ShopInfo['categories'], more: readonly FooterLink[]): Column<string> => [
  'Shop',
  [
    ['/products', 'Products'],
    ...categories.map(({ id, name }) => [`/products?category=${id}`, name] as const),
    ...(pluginMenu ?? []),
    ...more.map(({ to, label }) => [to, label] as const),
  ],
];

/** The shop's own columns of links, as a plug-in's would be. */
export const footerMenus = (categories: ShopInfo['categories'], more: readonly FooterLink[] = []) =>
  [shopLinks(categories, more), ...COLUMNS].map(([title, links]) => ({
    title,
    links: links.map(([to, label]) => ({ to, label })),
  }));
