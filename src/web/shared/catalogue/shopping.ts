import { useNavigate } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { useAuth } from '#web/shared/auth/auth.ts';
import { addToCart } from '#web/shared/cart/cart.ts';
import type { Wanted } from '#web/shared/cart/cart-item.ts';
import {
  addToWishlist,
  isWished,
  removeFromWishlist,
  toggleWishlist,
  type WishlistEntry,
} from '#web/shared/wishlist/wishlist.ts';
import { toast, toastFailure } from '#web/ui/toast.ts';
import type { CardProduct } from './card-product.ts';

/** What the add and wishlist buttons do, with the messages of the specification (storefront §8). */
export function useShopping() {
  const navigate = useNavigate();
  const { isAuthenticated } = useAuth();

  const logIn = {
    label: 'Log in',
    run: () => navigate('/login', { state: { from: location.pathname + location.search } }),
  };

  const fillCart = (wanted: Wanted, failure = 'Error adding product to cart') =>
    addToCart(wanted).then(
      () => toast('Product added to cart!', [{ label: 'View cart', run: () => navigate('/cart') }]),
      (error) => toastFailure(messageOf(error, failure)),
    );

  const toggle = async (entry: WishlistEntry['product']) => {
    try {
      if (await toggleWishlist(entry)) toast('Added to wishlist');
      else toast('Removed from wishlist', [{ label: 'Undo', run: () => void addToWishlist(entry) }]);
    } catch (error) {
      toastFailure(messageOf(error, 'Error updating wishlist'));
    }
  };

  return {
    isAuthenticated,
    fillCart,

    addFromCard(product: CardProduct) {
      const wanted = { product: asCartProduct(product), quantity: 1 };
      if (isAuthenticated) return fillCart(wanted);
      const keep = { label: 'Keep in cart on this device', run: () => fillCart(wanted) };
      return toast('Please login to add items to cart', [logIn, keep]);
    },

    toggleWished(product: CardProduct) {
      const entry = asWished(product);
      if (isAuthenticated) return toggle(entry);
      if (isWished(product.id)) return removeFromWishlist(product.id);
      const keep = { label: 'Keep on this device', run: () => void addToWishlist(entry) };
      return toast('Please login to add items to wishlist', [logIn, keep]);
    },
  };
}

/** The product as a cart keeps it. */
const asCartProduct = ({ image, ...product }: CardProduct): Wanted['product'] => ({
  ...product,
  images: image ? [image] : [],
});

/** The product as a wishlist keeps it. */
const asWished = (product: CardProduct): WishlistEntry['product'] => ({ ...product, stock_quantity: product.stock });
