import Options from 'virtual:slot/product.options';
import SoldOut from 'virtual:slot/product.soldOut';
import { useMemo, useState } from 'react';
import { clampQuantity, stockBadge } from '#domain/catalogue/stock.ts';
import { Amount } from '#web/shared/amount.tsx';
import type { NewCartItem } from '#web/shared/cart/cart-item.ts';
import { Price } from '#web/shared/catalogue/price.tsx';
import { expectedDays } from '#web/shared/shop/delivery-days.ts';
import { type Choice, chosenVariant, missingOption } from '#web/shared/variants/choice.ts';
import { type ChoiceOffer, offerFor } from '#web/shared/variants/offer-for.ts';
import type { ShownProduct } from '#web/shared/variants/shown-product.ts';
import { VariantPicker } from '#web/shared/variants/variant-picker.tsx';
import { isWished, useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toastFailure } from '#web/ui/toast.ts';

type Shopping = typeof import('#web/shared/catalogue/shopping.ts');

/** Loads the code of carts and wishlists when it is first needed. */
async function attempt(failure: string, action: (shopping: Shopping) => unknown) {
  try {
    await action(await import('#web/shared/catalogue/shopping.ts'));
  } catch {
    toastFailure(failure);
  }
}

interface BuyBoxProps {
  product: ShownProduct;
  choice: Choice;
  cleared: Choice;
  onChoose: (choice: Choice) => void;
}

/** Price, stock, options, quantity and buttons. */
export function BuyBox({ product, choice, cleared, onChoose }: BuyBoxProps) {
  const [asked, setAsked] = useState<{ option: string } | null>(null);
  const [busy, setBusy] = useState<'addFromDetail' | 'buyNow' | null>(null);
  const wished = isWished(product.id, useWishlist());
  const offer = offerFor(product, choice);
  const { stock } = offer;
  const quantity = useQuantity(offer.most);
  const isSoldOut = stock === 0;
  const expected = expectedDays();
  const variant = chosenVariant(product, choice);
  const wanted: NewCartItem = { product: { ...product, stock }, variant, quantity: quantity.value };

  const buy = async (how: 'addFromDetail' | 'buyNow') => {
    const option = missingOption(product, choice);
    if (option !== null) return setAsked({ option });
    setBusy(how);
    await attempt('Failed to add product to cart', (shopping) => shopping[how](wanted));
    setBusy(null);
  };

  return (
    <div className="buy-box">
      <OfferLine offer={offer} />

      <VariantPicker product={product} choice={choice} asked={asked} cleared={cleared} onChoose={onChoose} />
      {Options && product.groups.length > 0 && <ProductOptions product={product} />}

      {SoldOut && isSoldOut && (
        <div className="sold-out-row">
          <SoldOut product={product} variant={variant} />
        </div>
      )}
      <div className="buy-row">
        <QuantityStepper quantity={quantity} isDisabled={isSoldOut} />
        <Button
          disabled={isSoldOut}
          busy={busy === 'addFromDetail' && 'Adding...'}
          onClick={() => buy('addFromDetail')}
        >
          Add to Cart
        </Button>
        <Button
          look="secondary"
          className="icon-button"
          aria-label={wished ? 'Remove from Wishlist' : 'Add to Wishlist'}
          onClick={() => attempt('Error updating wishlist', (shopping) => shopping.toggleWishedDetail(product))}
        >
          <Icon name="heart" className={wished ? 'fill-sale text-sale' : ''} />
        </Button>
      </div>
      <Button
        look="secondary"
        disabled={isSoldOut}
        busy={busy === 'buyNow' && 'One moment...'}
        onClick={() => buy('buyNow')}
      >
        Buy Now
      </Button>
      {expected && !isSoldOut && (
        <p className="flex items-center gap-2 text-small">
          <Icon name="truck" />
          {` Get it ${expected}`}
        </p>
      )}
    </div>
  );
}

type Quantity = ReturnType<typeof useQuantity>;

/** State of the quantity field, from 1 to `most`. @param most the most units that can be bought */
function useQuantity(most: number) {
  const [wanted, setWanted] = useState(1);
  /** The field's text while editing. */
  const [typed, setTyped] = useState<string | null>(null);
  const value = clampQuantity(typed ?? wanted, most);
  return {
    value,
    most,
    text: typed ?? value,
    type: setTyped,
    set: (next: number) => {
      setTyped(null);
      setWanted(clampQuantity(next, most));
    },
  };
}

function QuantityStepper({ quantity, isDisabled }: { quantity: Quantity; isDisabled: boolean }) {
  const { value, most, text, type, set } = quantity;
  return (
    <fieldset className="stepper" aria-label="Quantity">
      <button
        type="button"
        aria-label="One less"
        aria-disabled={value <= 1 || undefined}
        onClick={() => set(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        aria-label="Quantity"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        disabled={isDisabled}
        onChange={(event) => type(event.target.value)}
        onBlur={() => set(value)}
      />
      <button
        type="button"
        aria-label="One more"
        aria-disabled={value >= most || undefined}
        onClick={() => set(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}

function OfferLine({ offer: { price, sale_price, saving, stock, isFrom } }: { offer: ChoiceOffer }) {
  const badge = stockBadge(stock);
  return (
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
  );
}

/** The slot keeps the server's HTML until its parts have loaded, as long as its props stay the same. */
function ProductOptions({ product }: { product: ShownProduct }) {
  const names = useMemo(
    () => ({
      options: product.groups.map(({ name, values }) => ({ name, values: values.map(({ value }) => value) })),
      categories: product.category.path.map(({ name }) => name),
    }),
    [product],
  );
  return Options && <Options product={product} {...names} />;
}
