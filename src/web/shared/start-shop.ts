import { onDevice } from '#web/api/browser-storage.ts';
import { afterPaint } from '#web/ui/hydrate-on-interaction.ts';
import { auth } from './auth/auth-state.ts';
import { cart } from './cart/cart-state.ts';
import { wishlist } from './wishlist/wishlist-state.ts';

/** Storage keys written by an earlier visit or another tab. */
const STORED = ['auth_token', 'guest_cart', 'guest_wishlist'];
/** Whether this device has stored something that the pages show, such as a session or a wishlist. */
export const hasStoredData = () => STORED.some(onDevice.read);

/** In the capture phase, as in ui/hydrate-on-interaction.ts. */
const INTERACTIONS = ['pointerover', 'touchstart', 'keydown', 'click', 'storage'];

/**
 * Starts session, cart and wishlist after hydration. Loads their chunk at once when this device has stored something,
 * otherwise on the first interaction: a page that is only read does without it.
 * @param toLogin navigates to /login after the server has refused the session
 * @returns stops it
 */
export function startShop(toLogin: () => void): () => void {
  let stop = () => {};
  function listen() {
    for (const type of INTERACTIONS) addEventListener(type, load, true);
    stop = () => {
      for (const type of INTERACTIONS) removeEventListener(type, load, true);
    };
  }
  async function load(interaction?: Event) {
    stop();
    let isStopped = false;
    stop = () => {
      isStopped = true;
    };
    if (interaction) await new Promise<void>(afterPaint);
    const personal = await import('./personal.ts').catch(() => null);
    if (isStopped) return;
    if (personal) stop = personal.startPersonal(toLogin);
    // Chunk failed to load; retry on the next interaction.
    else listen();
  }

  if (hasStoredData()) void load();
  else {
    auth.write({ loading: false });
    cart.write({ status: 'ready' });
    wishlist.write({ status: 'ready' });
    listen();
  }
  return () => stop();
}
