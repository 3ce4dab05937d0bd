import { onDevice } from '#web/api/browser-storage.ts';
import { auth } from './auth/auth-state.ts';
import { cart } from './cart/cart-state.ts';
import { wishlist } from './wishlist/wishlist-state.ts';

/** Where a visit before this one, or another tab, has left something of the visitor's. */
const KEPT = ['auth_token', 'guest_cart', 'guest_wishlist'];
/** The first sign that somebody is about to do something; heard on the way down, as in ui/first-sign.ts. */
const SIGNS = ['pointerover', 'touchstart', 'keydown', 'click', 'storage'];

/**
 * Brings the personal side to life after a page has been hydrated. Its scripts come when there is something to show or
 * the visitor first stirs: a page that is only looked at does without them.
 * @param toLogin leads to /login after the server has refused the session
 */
export function startShop(toLogin: () => void): () => void {
  let stop = () => {};
  function listen() {
    for (const sign of SIGNS) addEventListener(sign, wake, true);
    stop = () => {
      for (const sign of SIGNS) removeEventListener(sign, wake, true);
    };
  }
  async function wake() {
    stop();
    let isOver = false;
    stop = () => {
      isOver = true;
    };
    const personal = await import('./personal.ts').catch(() => null);
    if (isOver) return;
    if (personal) stop = personal.startPersonal(toLogin);
    // Its scripts cannot be had: the next sign asks for them again.
    else listen();
  }

  if (KEPT.some(onDevice.read)) void wake();
  else {
    auth.write({ loading: false });
    cart.write({ status: 'ready' });
    wishlist.write({ status: 'ready' });
    listen();
  }
  return () => stop();
}
