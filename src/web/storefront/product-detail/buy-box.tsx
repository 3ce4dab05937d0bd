import Options from 'virtual:slot/product.options';
import SoldOut from 'virtual:slot/product.soldOut';
import { memo, useState } from 'react';
import { clampQuantity, stockBadge } from '#domain/stock.ts';
import { Amount } from '#web/shared/amount.tsx';
import type { NewCartItem } from '#web/shared/cart/cart-item.ts';
import { Price } from '#web/shared/catalogue/price.tsx';
import { expectedDays } from '#web/shared/shop/delivery-days.ts';
import { type Choice, chosenVariant, missingOption } from '#web/shared/variants/choice.ts';
import { offerFor } from '#web/shared/variants/offer-for.ts';
import type { ShownProduct } from '#web/shared/variants/shown-product.ts';
import { VariantPicker } from '#web/shared/variants/variant-picker.tsx';
import { isWished, useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toastFailure } from '#web/ui/toast.ts';

const loadShopping = () => import('#web/shared/catalogue/shopping.ts');

interface BuyBoxProps {
  product: ShownProduct;
  choice: Choice;
  cleared: Choice;
  onChoose: (choice: Choice) => void;
}

/** Price, stock, options, quantity and buttons. */
export function BuyBox({ product, choice, cleared, onChoose }: BuyBoxProps) {
  const [wantedQuantity, setWantedQuantity] = useState(1);
  /** The field's text while editing. */
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ option: string } | null>(null);
  const [busy, setBusy] = useState<'addFromDetail' | 'buyNow' | null>(null);
  const wished = isWished(product.id, useWishlist());
  const { price, sale_price, saving, stock, most, isFrom } = offerFor(product, choice);
  const badge = stockBadge(stock);
  const quantity = clampQuantity(typed ?? wantedQuantity, most);
  const isSoldOut = stock === 0;
  const expected = expectedDays();
  const variant = chosenVariant(product, choice);
  const wanted: NewCartItem = { product: { ...product, stock }, variant, quantity };

  const act = async (what: 'addFromDetail' | 'buyNow') => {
    const option = missingOption(product, choice);
    if (option !== null) {
      setAsked({ option });
      return;
    }
    setBusy(what);
    try {
      const shopping = await loadShopping();
      await shopping[what](wanted);
    } catch {
      toastFailure('Failed to add product to cart');
    }
    setBusy(null);
  };

  const toggleWished = async () => {
    try {
      const shopping = await loadShopping();
      await shopping.toggleWishedDetail(product);
    } catch {
      toastFailure('Error updating wishlist');
    }
  };

  const setQuantity = (next: number) => {
    setTyped(null);
    setWantedQuantity(clampQuantity(next, most));
  };

  return (
    <div className="buy-box">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Two prices fill the line on a phone: in some fonts, a badge would not fit beside them. */}
        <Price
          price={price}
          sale_price={sale_price}
          isFrom={isFrom}
          className={`text-3xl ${sale_price ? 'max-md:basis-full' : ''}`}
        />
        {sale_price && (
          <Badge tone="danger">
            Save <Amount value={saving} />
          </Badge>
        )}
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {badge.label === 'Low Stock' && <span className="text-small text-muted">Only {stock} left</span>}
      </div>

      <VariantPicker product={product} choice={choice} asked={asked} cleared={cleared} onChoose={onChoose} />
      {product.groups.length > 0 && <ProductOptions product={product} />}

      {isSoldOut && <div className="sold-out-row">{SoldOut && <SoldOut product={product} variant={variant} />}</div>}
      <div className="buy-row">
        <fieldset className="stepper" aria-label="Quantity">
          <button
            type="button"
            aria-label="One less"
            aria-disabled={quantity <= 1 || undefined}
            onClick={() => setQuantity(quantity - 1)}
          >
            <Icon name="minus" />
          </button>
          <input
            aria-label="Quantity"
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? quantity}
            disabled={isSoldOut}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => setQuantity(quantity)}
          />
          <button
            type="button"
            aria-label="One more"
            aria-disabled={quantity >= most || undefined}
            onClick={() => setQuantity(quantity + 1)}
          >
            <Icon name="plus" />
          </button>
        </fieldset>
        <Button
          disabled={isSoldOut}
          busy={busy === 'addFromDetail' && 'Adding...'}
          onClick={() => act('addFromDetail')}
        >
          Add to Cart
        </Button>
        <Button
          look="secondary"
          className="icon-button"
          aria-label={wished ? 'Remove from Wishlist' : 'Add to Wishlist'}
          onClick={toggleWished}
        >
          <Icon name="heart" className={wished ? 'fill-sale text-sale' : ''} />
        </Button>
      </div>
      <Button
        look="secondary"
        disabled={isSoldOut}
        busy={busy === 'buyNow' && 'One moment...'}
        onClick={() => act('buyNow')}
      >
        Buy Now
      </Button>
      {expected && !isSoldOut && (
        <p className="flex items-center gap-2 text-small">
          <Icon name="truck" /> Get it {expected}
        </p>
      )}
    </div>
  );
}

/** The slot keeps the server's HTML until its parts have loaded, as long as its props stay the same. */
const ProductOptions = memo(({ product }: { product: ShownProduct }) => {
  if (!Options) return null;
  const options = product.groups.map(({ name, values }) => ({ name, values: values.map(({ value }) => value) }));
  return <Options product={product} options={options} categories={product.category.path.map(({ name }) => name)} />;
});
