import type { PagePath } from '#domain/shop/pages.ts';
import { shop } from '#web/shared/shop/shop.ts';

interface HeaderLink {
  readonly to: string;
  readonly label: string;
}

const OWN_LINKS: readonly (HeaderLink & { readonly to: PagePath })[] = [
  { to: '/products', label: 'Products' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
];

/** Characters that fit into a laptop's header beside everything else, with three for the space around each label. */
const ROOM = 36;

export interface HeaderLinks {
  readonly links: readonly HeaderLink[];
  /** They have their own row below the header. */
  readonly areLong: boolean;
}

/** The merchant's links, or the shop's own. */
export function headerLinks(): HeaderLinks {
  const links = shop().frame?.headerMenu ?? OWN_LINKS;
  return { links, areLong: links.reduce((sum, { label }) => sum + label.length + 3, 0) > ROOM };
}
