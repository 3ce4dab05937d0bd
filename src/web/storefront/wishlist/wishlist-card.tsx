import WishlistSlot from 'virtual:slot/wishlist.line';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { refusalOr } from '#web/api/api-error.ts';
import { addToCart } from '#web/shared/cart/cart.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Price } from '#web/shared/catalogue/price.tsx';
import { addToWishlist, removeFromWishlist, type WishlistEntry } from '#web/shared/wishlist/wishlist.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { nextFocus } from '#web/ui/next-focus.ts';
import { toast, toastFailure } from '#web/ui/toast.ts';
import { wishlistFailure } from './wishlist-failure.ts';

type Product = WishlistEntry['product'];

/** Adding to the cart and removing, one at a time. */
function useWishlistActions(product: Product) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'cart' | 'remove' | null>(null);
  const { id, name, image, stock_quantity: stock } = product;

  const run = async (what: 'cart' | 'remove', work: () => Promise<void>, failed: (error: unknown) => string) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toastFailure(failed(error));
    } finally {
      setBusy(null);
    }
  };
  const undo = () =>
    void addToWishlist(product).catch((error) =>
      toastFailure(wishlistFailure(error, 'Failed to add to wishlist', 'Failed to add to wishlist')),
    );
  const remove = (button: HTMLElement) =>
    run(
      'remove',
      async () => {
        const goOn = nextFocus(button);
        await removeFromWishlist(id);
        goOn();
        toast(`${name} removed from wishlist`, [{ label: 'Undo', run: undo }]);
      },
      (error) => wishlistFailure(error, 'Failed to remove from wishlist', 'Error removing from wishlist'),
    );
  const buy = () =>
    run(
      'cart',
      async () => {
        await addToCart({ product: { ...product, brand: null, images: image ? [image] : [], stock }, quantity: 1 });
        toast('Product added to cart!', [{ label: 'View cart', run: () => void navigate('/cart') }]);
      },
      (error) => refusalOr(error, 'Error adding product to cart'),
    );
  return { busy, remove, buy };
}

/** One wishlist entry: product, availability and actions (storefront §2). */
export function WishlistCard({ product }: { product: Product }) {
  const { busy, remove, buy } = useWishlistActions(product);
  const { id, name, image, category, description, stock_quantity: stock, has_variants } = product;
  const address = `/products/${id}`;
  const isSoldOut = stock === 0;
  return (
    <li className="row-span-6 grid min-w-0 grid-rows-subgrid gap-y-0">
      <Link to={address} tabIndex={-1} aria-hidden="true" className="overflow-hidden rounded-card">
        <Picture src={image} alt="" sizes="(width >= 768px) 23vw, 46vw" />
      </Link>
      <div className="grid content-start gap-1 pt-3">
        <p className="text-muted text-small">{category.name}</p>
        <h2 className="own-words wrap-anywhere font-sans font-semibold text-base">{name}</h2>
        <p className="own-words line-clamp-3 text-muted text-small">{description}</p>
      </div>
      <div className="flex flex-wrap content-start items-center gap-x-3 gap-y-1 py-2">
        <Price {...product} />
        <Badge tone={isSoldOut ? 'danger' : 'success'}>{isSoldOut ? 'Out of Stock' : 'In Stock'}</Badge>
      </div>
      {/* The one right action: a plug-in's, such as an alert, while there is nothing to buy. */}
      <div className="grid min-h-11 content-start">
        {isSoldOut && WishlistSlot && <WishlistSlot product={product} />}
        {!isSoldOut && has_variants && (
          <Link to={address} className={buttonClass('primary', 'button-small')} aria-label={`Choose options: ${name}`}>
            Choose options
          </Link>
        )}
        {!isSoldOut && !has_variants && (
          <Button
            small
            busy={busy === 'cart' && 'Adding...'}
            aria-label={`Add to Cart: ${name}`}
            onClick={() => void buy()}
          >
            Add to Cart
          </Button>
        )}
      </div>
      <div className="grid content-start gap-2 pt-2">
        <Link to={address} className={buttonClass('secondary', 'button-small')} aria-label={`View Details: ${name}`}>
          View Details
        </Link>
        <Button
          look="quiet"
          small
          data-remove=""
          disabled={busy !== null}
          aria-label={`Remove ${name}`}
          onClick={({ currentTarget }) => void remove(currentTarget)}
        >
          Remove
        </Button>
      </div>
      <div className={WishlistSlot ? 'grid min-h-11 content-start' : undefined}>
        {!isSoldOut && WishlistSlot && <WishlistSlot product={product} />}
      </div>
    </li>
  );
}
