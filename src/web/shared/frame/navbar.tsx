import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { useCart } from '#web/shared/cart/cart-state.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
import { CachedFragment } from '#web/ui/cached-fragment.tsx';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { IconName } from '#web/ui/icon-names.ts';
import { Link } from '#web/ui/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { type HeaderLinks, headerLinks } from './header-links.ts';
import { MenuLink } from './menu-link.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const SearchBox = hydrateOnInteraction(() => import('./search-box.tsx'));

/** The same element in every render, so that changes in the header do not affect typed input. */
const SEARCH = (
  <Suspense>
    <SearchBox />
  </Suspense>
);

interface NavbarProps extends HeaderLinks {
  siteName: string;
  /** Changes with each page visit. */
  visit: string;
  /** The current section. */
  place: string | undefined;
}

export function Navbar() {
  const { key: visit, pathname } = useLocation();
  const { links, areLong } = headerLinks();
  const place = links.find(({ to }) => to === pathname)?.to;
  return (
    <CachedFragment
      as="header"
      className="sticky top-0 z-40 border-b border-line bg-paper print:hidden"
      of={NavbarContent}
      with={{ siteName: shop().siteName, visit, place, links, areLong }}
    />
  );
}

function NavbarContent({ siteName, visit, place, links, areLong }: NavbarProps) {
  const [isSearchOpen, setSearchOpen] = useState(false);
  const searchRow = useRef<HTMLDivElement>(null);
  const { isAuthenticated, loading } = useAuth();
  const { itemCount } = useCart();
  const { entries } = useWishlist();

  // Navigation closes it, unless somebody has already started typing.
  useLayoutEffect(() => {
    if (visit && !searchRow.current?.contains(document.activeElement)) setSearchOpen(false);
  }, [visit]);

  // Synchronously: phones show the keyboard only if the focus moves during the touch event.
  useLayoutEffect(() => {
    if (isSearchOpen) searchRow.current?.querySelector('input')?.focus();
  }, [isSearchOpen]);

  return (
    <div className="page flex min-h-(--header-height) flex-wrap items-center gap-x-1 md:flex-nowrap md:gap-x-4 lg:gap-x-6">
      <PhoneMenu />
      <Link
        to="/"
        className={`mr-auto flex min-h-11 min-w-0 items-center font-display text-3xl font-semibold tracking-tight md:mr-0 md:max-w-64 lg:shrink-0 xl:max-w-sm ${areLong ? '' : 'lg:max-w-48'}`}
      >
        <span className="brand">{siteName}</span>
      </Link>
      {/* Long links have their own row (category-bar.tsx). */}
      {!areLong && (
        <nav aria-label="Main" className="without-drawer hidden shrink-0 lg:flex">
          {links.map(({ to, label }) => (
            <MenuLink
              key={`${to} ${label}`}
              to={to}
              isCurrent={place === to}
              className="nav-link flex min-h-11 items-center px-3"
            >
              {label}
            </MenuLink>
          ))}
        </nav>
      )}
      <div
        ref={searchRow}
        className={`search-row order-last w-full pb-3 md:order-none md:mx-auto md:block md:max-w-96 md:min-w-28 md:pb-0 ${isSearchOpen ? '' : 'hidden'}`}
      >
        {SEARCH}
      </div>
      <div className="flex min-h-(--header-height) shrink-0 items-center">
        <button
          type="button"
          className="icon-button md:hidden"
          aria-label="Search"
          aria-expanded={isSearchOpen}
          onClick={() => setSearchOpen(!isSearchOpen)}
        >
          <Icon name="search" />
        </button>
        <ThemeSwitch className="max-lg:hidden" />
        {(isAuthenticated || loading) && (
          <CountLink to="/wishlist" icon="heart" name="Wishlist" count={entries.length} className="for-customer" />
        )}
        <CountLink to="/cart" icon="shopping-bag" name="Cart" count={itemCount} />
      </div>
      <AccountMenu />
    </div>
  );
}

interface CountLinkProps {
  to: string;
  icon: IconName;
  name: string;
  count: number;
  className?: string;
}

function CountLink({ to, icon, name, count, className = '' }: CountLinkProps) {
  return (
    <Link
      to={to}
      className={`icon-button ${className}`}
      aria-label={`${name}, ${count} ${count === 1 ? 'item' : 'items'}`}
    >
      <Icon name={icon} />
      {count > 0 && <span className="count">{count > 99 ? '99+' : count}</span>}
    </Link>
  );
}
