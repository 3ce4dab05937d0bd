import { Suspense, useEffect, useState } from 'react';
import type { PagePath } from '#domain/pages.ts';
import { isUnavailable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { useCart } from '#web/shared/cart/cart-state.ts';
import { SAMPLE_CATEGORIES } from '#web/shared/catalogue/sample-categories.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
import { Drawer } from '#web/ui/drawer.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountLinks } from './account-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface DrawerCategory {
  readonly id: number;
  readonly name: string;
  readonly product_count: number;
}

/** Kept while the page is open: the menu opens with its last content. */
let known: readonly DrawerCategory[] | null = null;

/** The menu of a narrow screen: categories, pages, account and theme. */
export default function PhoneDrawer({ onClose }: { onClose: () => void }) {
  const { user, isAuthenticated } = useAuth();
  const { itemCount } = useCart();
  const { entries } = useWishlist();
  return (
    <Drawer title="Menu" side="left" onClose={onClose}>
      <nav aria-label="Menu">
        <PlaceLink to="/products" name="All products" />
        <Categories />
        <hr className="my-3 border-line" />
        <PlaceLink to="/cart" name="Cart" count={itemCount} />
        {isAuthenticated && <PlaceLink to="/wishlist" name="Wishlist" count={entries.length} />}
        <PlaceLink to="/about" name="About" />
        <PlaceLink to="/contact" name="Contact" />
        <PlaceLink to="/faq" name="FAQ" />
      </nav>
      <section aria-label="Account" className="mt-3 border-t border-line pt-3">
        {isAuthenticated ? (
          <>
            <p className="truncate px-3 py-2 text-small text-muted">{user?.name}</p>
            <Suspense>
              <AccountLinks onLeave={onClose} />
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
    </Drawer>
  );
}

function PlaceLink({ to, name, count = 0 }: { to: PagePath; name: string; count?: number }) {
  return (
    <Link to={to} className="menu-item font-display text-2xl">
      {name}
      {count > 0 && <span className="nums ml-auto font-sans text-base text-muted">{count}</span>}
    </Link>
  );
}

function Categories() {
  const [categories, setCategories] = useState(known);

  useEffect(() => {
    call('GET /categories')
      .catch((error: unknown) => (isUnavailable(error) ? SAMPLE_CATEGORIES : []))
      .then((found: readonly DrawerCategory[]) => {
        known = found;
        setCategories(found);
      });
  }, []);

  if (!categories) return <Skeleton className="mx-3 h-40" />;
  return (
    <ul aria-label="Categories">
      {categories.map(({ id, name, product_count }) => (
        <li key={id}>
          <Link to={`/products/category/${id}`} className="menu-item">
            <span className="min-w-0 flex-1">{name}</span>
            {product_count > 0 && <span className="nums text-muted">{formatCount(product_count)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
