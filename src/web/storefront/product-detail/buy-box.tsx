import { useState } from 'react';
import { useNavigate } from 'react-router';
import { clampQuantity, stockBadge } from '#domain/stock.ts';
import { messageOf } from '#web/api/api-error.ts';
import { addToCart } from '#web/shared/cart/cart.ts';
import type { Wanted } from '#web/shared/cart/cart-item.ts';
import { leaveWaiting } from '#web/shared/cart/waiting-item.ts';
import { cardProduct } from '#web/shared/catalogue/card-product.ts';
import { Price } from '#web/shared/catalogue/price.tsx';
import { useShopping } from '#web/shared/catalogue/shopping.ts';
import { formatPrice } from '#web/shared/money.ts';
import { isWished, useWishlist } from '#web/shared/wishlist/wishlist.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toastFailure } from '#web/ui/toast.ts';
import { offer } from './choice.ts';
import type { Product, Variant } from './product-data.ts';
import { VariantPicker } from './variant-picker.tsx';

interface BuyBoxProps {
  product: Product;
  variant: Variant | null;
  onChoose: (variant: Variant) => void;
}

/** Price, stock, what to choose, how many, and the buttons. */
export function BuyBox({ product, variant, onChoose }: BuyBoxProps) {
  const [typed, setTyped] = useState('1');
  const [busy, setBusy] = useState<'cart' | 'checkout' | null>(null);
  const navigate = useNavigate();
  const { isAuthenticated, fillCart, toggleWished } = useShopping();
  const wished = isWished(product.id, useWishlist());
  const { price, sale_price, saving, stock } = offer(product, variant);
  const badge = stockBadge(stock);
  const quantity = clampQuantity(typed, stock);
  const isSoldOut = stock === 0;
  const wanted: Wanted = { product: { ...product, stock }, variant, quantity };

  /** Guests log in first; what they wanted waits for them (storefront §4). */
  const askToLogIn = (from: string) => {
    leaveWaiting(wanted);
    navigate('/login', { state: { from } });
  };

  const add = async () => {
    if (!isAuthenticated) return askToLogIn(location.pathname);
    setBusy('cart');
    await fillCart(wanted, 'Failed to add product to cart');
    setBusy(null);
  };

  const buyNow = async () => {
    if (!isAuthenticated) return askToLogIn('/checkout');
    setBusy('checkout');
    try {
      await addToCart(wanted);
      navigate('/checkout');
    } catch (error) {
      toastFailure(messageOf(error, 'Failed to add product to cart'));
      setBusy(null);
    }
  };

  const setQuantity = (next: number) => setTyped(String(clampQuantity(next, stock)));

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Price price={price} sale_price={sale_price} className="text-3xl" />
        {sale_price && <Badge tone="danger">Save {formatPrice(saving)}</Badge>}
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {badge.label === 'Low Stock' && <span className="text-small text-muted">Only {stock} left</span>}
      </div>

      {variant && <VariantPicker variants={product.variants} chosen={variant} onChoose={onChoose} />}

      <div className="flex flex-wrap gap-3">
        <fieldset className="stepper" aria-label="Quantity">
          <button
            type="button"
            aria-label="One less"
            disabled={quantity <= 1}
            onClick={() => setQuantity(quantity - 1)}
          >
            <Icon name="minus" />
          </button>
          <input
            aria-label="Quantity"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            disabled={isSoldOut}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => setQuantity(quantity)}
          />
          <button
            type="button"
            aria-label="One more"
            disabled={quantity >= stock}
            onClick={() => setQuantity(quantity + 1)}
          >
            <Icon name="plus" />
          </button>
        </fieldset>
        <Button className="min-w-40 flex-1" disabled={isSoldOut} busy={busy === 'cart' && 'Adding...'} onClick={add}>
          Add to Cart
        </Button>
        <Button
          look="secondary"
          className="icon-button size-12 p-0"
          aria-pressed={wished}
          aria-label={wished ? 'Remove from Wishlist' : 'Add to Wishlist'}
          onClick={() => toggleWished(cardProduct({ ...product, has_variants: product.variants.length > 0 }))}
        >
          <Icon name="heart" className={wished ? 'fill-sale text-sale' : ''} />
        </Button>
      </div>
      <Button look="secondary" disabled={isSoldOut} busy={busy === 'checkout' && 'One moment...'} onClick={buyNow}>
        Buy Now
      </Button>
    </div>
  );
}
