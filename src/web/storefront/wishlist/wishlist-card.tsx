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

/** One wishlist entry: product, availability and actions (storefront §2). */
export function WishlistCard({ product }: { product: Product }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'cart' | 'remove' | null>(null);
  const { id, name, image, category, description, stock_quantity: stock, has_variants } = product;
  const address = `/products/${id}`;

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

  return (
    <li className="flex min-w-0 flex-col">
      <Link to={address} tabIndex={-1} aria-hidden="true" className="overflow-hidden rounded-card">
        <Picture src={image} alt="" sizes="(width >= 768px) 23vw, 46vw" />
      </Link>
      <div className="flex flex-1 flex-col gap-1 py-3">
        <p className="text-muted text-small">{category.name}</p>
        <h2 className="own-words wrap-anywhere font-sans font-semibold text-base">{name}</h2>
        <p className="own-words mb-1 line-clamp-3 text-muted text-small">{description}</p>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          <Price {...product} />
          <Badge tone={stock > 0 ? 'success' : 'danger'}>{stock > 0 ? 'In Stock' : 'Out of Stock'}</Badge>
        </div>
      </div>
      <div className="grid gap-2">
        {WishlistSlot && <WishlistSlot product={product} />}
        {!has_variants && (
          <Button
            small
            disabled={stock === 0}
            busy={busy === 'cart' && 'Adding...'}
            aria-label={`Add to Cart: ${name}`}
            onClick={() => void buy()}
          >
            Add to Cart
          </Button>
        )}
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
    </li>
  );
}
