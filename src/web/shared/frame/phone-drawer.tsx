import { Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { PagePath } from '#domain/shop/pages.ts';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { useCart } from '#web/shared/cart/cart-state.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
import { Drawer } from '#web/ui/drawer.tsx';
import { type Layer, useLayer } from '#web/ui/layer.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Link } from '#web/ui/link.tsx';
import { MenuLink } from './menu-link.tsx';
import {
  CategoriesLoading,
  CategoryLevel,
  CategoryRows,
  type MenuCategory,
  useMenuCategories,
} from './phone-categories.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Loaded for signed-in visitors only. */
const AccountLinks = lazyPart<{ closeMenu?: (then: () => void) => void }>(
  () => import('./account-links.tsx'),
  () => (
    <Link to="/dashboard" className="menu-item">
      Dashboard
    </Link>
  ),
);

/** The menu of a narrow screen: categories level by level, pages, account and theme. */
export default function PhoneDrawer({ onClose }: { onClose: () => void }) {
  const levels = useRef<HTMLDivElement>(null);
  const close = useLayer(levels, onClose);
  const categories = useMenuCategories();
  /** From the first level down to the category whose subcategories are shown. */
  const [path, setPath] = useState<readonly MenuCategory[]>([]);
  const [isBack, setBack] = useState(false);
  const enter = (category: MenuCategory) => {
    setBack(false);
    setPath([...path, category]);
  };
  const back = () => {
    const left = path.at(-1)?.id;
    setBack(true);
    setPath(path.slice(0, -1));
    // After the level above has been rendered: to where the visitor came from.
    setTimeout(() => levels.current?.querySelector<HTMLElement>(`[data-category="${left}"]`)?.focus());
  };
  return (
    <Drawer title="Menu" side="left" onClose={close}>
      <div ref={levels} className="menu-levels">
        <div
          key={path.length}
          className="menu-level"
          data-back={isBack || undefined}
          data-moved={isBack || path.length > 0 || undefined}
        >
          {path.length > 0 ? (
            <nav aria-label="Menu">
              <CategoryLevel path={path} onEnter={enter} onBack={back} />
            </nav>
          ) : (
            <FirstLevel categories={categories} onEnter={enter} close={close} />
          )}
        </div>
      </div>
    </Drawer>
  );
}

interface FirstLevelProps {
  /** Null while they load. */
  categories: readonly MenuCategory[] | null;
  onEnter: (category: MenuCategory) => void;
  close: Layer['close'];
}

function FirstLevel({ categories, onEnter, close }: FirstLevelProps) {
  const { user, isAuthenticated } = useAuth();
  const { itemCount } = useCart();
  const { entries } = useWishlist();
  return (
    <>
      <nav aria-label="Menu">
        <PlaceLink to="/products" name="All products" />
        {categories ? (
          <CategoryRows label="Categories" categories={categories} onEnter={onEnter} />
        ) : (
          <CategoriesLoading />
        )}
        <hr className="my-3 border-line" />
        <PlaceLink to="/cart" name="Cart" count={itemCount} />
        {isAuthenticated && <PlaceLink to="/wishlist" name="Wishlist" count={entries.length} />}
        <PageLinks />
      </nav>
      <section aria-label="Account" className="mt-3 border-t border-line pt-3">
        {isAuthenticated ? (
          <>
            <p className="truncate px-3 py-2 text-small text-muted">{user?.name}</p>
            <Suspense>
              <AccountLinks closeMenu={close} />
            </Suspense>
          </>
        ) : (
          <div className="grid grid-cols-2 gap-3 py-2">
            <Link to="/login" className="button button-secondary">
              Login
            </Link>
            <Link to="/register" className="button button-primary">
              Sign Up
            </Link>
          </div>
        )}
        <div className="mt-1 flex items-center justify-between pl-3">
          <span className="text-muted">Light or dark</span>
          <ThemeSwitch />
        </div>
      </section>
    </>
  );
}

/** The merchant's links of the header, or the shop's own pages. */
function PageLinks() {
  const { pathname } = useLocation();
  const own = shop().frame?.headerMenu;
  if (!own) {
    return (
      <>
        <PlaceLink to="/about" name="About" />
        <PlaceLink to="/contact" name="Contact" />
        <PlaceLink to="/faq" name="FAQ" />
      </>
    );
  }
  return own
    .filter(({ to }) => to !== '/products')
    .map(({ to, label }) => (
      <MenuLink key={`${to} ${label}`} to={to} isCurrent={pathname === to} className="menu-item font-display text-2xl">
        {label}
      </MenuLink>
    ));
}

function PlaceLink({ to, name, count = 0 }: { to: PagePath; name: string; count?: number }) {
  const { pathname } = useLocation();
  return (
    <Link to={to} className="menu-item font-display text-2xl" aria-current={pathname === to ? 'page' : undefined}>
      {name}
      {count > 0 && <span className="nums ml-auto font-sans text-base text-muted">{count}</span>}
    </Link>
  );
}
