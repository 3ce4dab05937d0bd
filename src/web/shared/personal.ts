import { auth, startAuth } from './auth/auth.ts';
import { loadCart, refreshCart } from './cart/cart.ts';
import { followOpenedCards } from './catalogue/opened-card.ts';
import { onOtherTabsChange } from './other-tabs.ts';
import { loadWishlist, refreshWishlist } from './wishlist/wishlist.ts';

/**
 * Determines who is signed in, then loads cart and wishlist, and again whenever that changes.
 * @param toLogin navigates to /login after the server has refused the session
 */
export function startPersonal(toLogin: () => void): () => void {
  let whose: string | undefined;
  const follow = () => {
    const { loading, user, isAuthenticated } = auth.read();
    if (loading) return;
    const who = isAuthenticated ? String(user?.email) : 'guest';
    if (who === whose) return;
    whose = who;
    void loadCart();
    void loadWishlist();
  };
  const unfollow = auth.subscribe(follow);
  const stopAuth = startAuth(toLogin);
  const onStorage = (event: StorageEvent) => {
    if (whose !== 'guest') return;
    if (event.key === 'guest_cart') void loadCart();
    if (event.key === 'guest_wishlist') void loadWishlist();
  };
  addEventListener('storage', onStorage);
  const stopHearing = onOtherTabsChange((what) => {
    if (isAtRest()) void (what === 'cart' ? refreshCart() : refreshWishlist());
  });
  const onReturn = () => {
    if (document.visibilityState !== 'visible' || !isAtRest()) return;
    void refreshCart();
    void refreshWishlist();
  };
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('online', onReturn);
  const stopFollowing = followOpenedCards();
  return () => {
    stopFollowing();
    unfollow();
    stopAuth();
    stopHearing();
    removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onReturn);
    removeEventListener('online', onReturn);
  };
}

/**
 * Whether remote changes may replace what is shown. An open checkout keeps its cart: the server compares it before
 * anything is charged.
 */
const isAtRest = (): boolean => auth.read().isAuthenticated && !location.pathname.startsWith('/checkout');
