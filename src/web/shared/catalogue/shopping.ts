import { refusalOr } from '#web/api/api-error.ts';
import { auth, whenAuthKnown } from '#web/shared/auth/auth.ts';
import { addToCart } from '#web/shared/cart/cart.ts';
import type { NewCartItem } from '#web/shared/cart/cart-item.ts';
import { hasToWait, queueItem } from '#web/shared/cart/offline-queue.ts';
import { clearPendingItem, savePendingItem } from '#web/shared/cart/pending-item.ts';
import { isKeptHere, keepHere } from '#web/shared/guest-choice.ts';
import {
  addToWishlist,
  isWished,
  removeFromWishlist,
  toggleWishlist,
  type WishlistEntry,
} from '#web/shared/wishlist/wishlist.ts';
import { navigate } from '#web/ui/link.tsx';
import { toast, toastFailure, toastQuestion } from '#web/ui/toast.ts';
import { type CardProduct, cardProduct, type ListedProduct } from './card-product.ts';

/*
 * Actions of product cards and the product page, with the specified messages (storefront §8). Loaded on the first
 * interaction, not with the page.
 */

/** Ids of products whose card is waiting for the shop to add them. */
const adding = new Set<number>();

/** Ignores further clicks on a card while its first one is pending. */
async function addOnce({ id }: CardProduct, add: () => Promise<void>): Promise<void> {
  if (adding.has(id)) return;
  adding.add(id);
  try {
    await add();
  } finally {
    adding.delete(id);
  }
}

/** Guests are asked once a session to log in, or to keep the cart on this device. */
export async function addFromCard(product: CardProduct): Promise<void> {
  const item = { product: asCartProduct(product), quantity: 1 };
  const fill = () => addOnce(product, () => fillCart(item, 'Error adding product to cart'));
  if (await mayFillCart()) return fill();
  const run = () => {
    keepHere('cart');
    void fill();
  };
  toastQuestion('Please login to add items to cart', [logIn, { label: 'Keep in cart on this device', run }]);
}

/**
 * Guests log in first; the action is remembered (storefront §4). The login page offers to keep the item on this device;
 * a guest who has chosen that in this session is not asked again.
 */
export async function addFromDetail(wanted: NewCartItem): Promise<void> {
  if (await mayFillCart()) return fillCart(wanted, 'Failed to add product to cart');
  askToLogIn(wanted, here());
}

/** For the login page: adds the item that waits for the login to this device's cart, and goes back to its page. */
export async function keepPendingItem(wanted: NewCartItem, from: string): Promise<void> {
  keepHere('cart');
  clearPendingItem();
  await fillCart(wanted, 'Failed to add product to cart');
  navigate(from.startsWith('/products/') ? from : `/products/${wanted.product.id}`, { replace: true });
}

export async function buyNow(wanted: NewCartItem): Promise<void> {
  if (!(await isCustomer())) return askToLogIn(wanted, '/checkout');
  if (hasToWait()) return toastFailure('You are offline. Paying needs a connection.');
  try {
    await addToCart(wanted);
    navigate('/checkout');
  } catch (error) {
    toastFailure(refusalOr(error, 'Failed to add product to cart'));
  }
}

/** Guests are asked once a session to log in, or to keep the wishlist on this device. */
export async function toggleWished(product: CardProduct): Promise<void> {
  const entry = { ...product, stock_quantity: product.stock };
  if (await isCustomer()) return toggle(entry);
  if (isWished(product.id)) return tryWish(() => removeFromWishlist(product.id));
  const add = () =>
    tryWish(async () => {
      await addToWishlist(entry);
      toast('Added to wishlist');
    });
  if (isKeptHere('wishlist')) return add();
  const run = () => {
    keepHere('wishlist');
    void add();
  };
  toastQuestion('Please login to add items to wishlist', [logIn, { label: 'Keep on this device', run }]);
}

/** The same from the product page. */
export const toggleWishedDetail = (product: ListedProduct) => toggleWished(cardProduct(product));

const toggle = (entry: WishlistEntry['product']) =>
  tryWish(async () => {
    const undo = () => void tryWish(() => addToWishlist(entry));
    if (await toggleWishlist(entry)) toast('Added to wishlist');
    else toast('Removed from wishlist', [{ label: 'Undo', run: undo }]);
  });

const WISHLIST_WAITS = 'You are offline. Your wishlist can be changed when the connection is back.';

async function tryWish(change: () => Promise<void>): Promise<void> {
  if (hasToWait()) return toastFailure(WISHLIST_WAITS);
  try {
    await change();
  } catch (error) {
    toastFailure(hasToWait() ? WISHLIST_WAITS : refusalOr(error, 'Error updating wishlist'));
  }
}

async function fillCart(wanted: NewCartItem, otherwise: string): Promise<void> {
  if (hasToWait()) return toast(queueItem(wanted));
  try {
    await addToCart(wanted);
    toast('Product added to cart!', [{ label: 'View cart', run: () => void viewCart() }]);
  } catch (error) {
    toastFailure(refusalOr(error, otherwise));
  }
}

/**
 * Opens the cart beside the page, or its own page if that fails to load.
 * @param notice what has just happened
 */
export const viewCart = (notice?: string): Promise<unknown> =>
  import('#web/shared/cart/open-cart-drawer.tsx').then(
    ({ openCartDrawer }) => openCartDrawer(notice),
    () => navigate('/cart'),
  );

function askToLogIn(wanted: NewCartItem, from: string): void {
  savePendingItem(wanted);
  navigate('/login', { state: { from } });
}

const logIn = {
  label: 'Log in',
  run: () => void navigate('/login', { state: { from: here() } }),
};

const here = () => location.pathname + location.search;

const isCustomer = () => whenAuthKnown().then(() => auth.read().isAuthenticated);

/** Whether an item may be added without a question: by customers, and by guests who keep their cart on this device. */
export const mayFillCart = async (): Promise<boolean> => (await isCustomer()) || isKeptHere('cart');

const asCartProduct = ({ image, ...product }: CardProduct): NewCartItem['product'] => ({
  ...product,
  images: image ? [image] : [],
});
