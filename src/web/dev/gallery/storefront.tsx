import { useState } from 'react';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import type { Choice } from '#web/shared/variants/choice.ts';
import type { ShownProduct } from '#web/shared/variants/shown-product.ts';
import { CartLine } from '#web/storefront/cart/cart-line.tsx';
import { BuyBox } from '#web/storefront/product-detail/buy-box.tsx';
import type { GalleryEntry } from './entry.ts';
import {
  card,
  cartItems,
  product,
  saleCard,
  soldOutCard,
  soldOutProduct,
  variantCard,
  variantProduct,
} from './samples.ts';

function ProductCards() {
  return (
    <div className="product-grid">
      {[card, saleCard, soldOutCard, variantCard].map((each) => (
        <ProductCard key={each.id} product={each} sizes="25vw" />
      ))}
      <ProductCard product={{ ...card, id: 5 }} sizes="25vw" withText />
    </div>
  );
}

/** A form, so that radio buttons of different boxes do not share a group. */
function BuyBoxOf({ of, chosen = {} }: { of: ShownProduct; chosen?: Choice }) {
  const [choice, setChoice] = useState<Choice>(chosen);
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <BuyBox product={of} choice={choice} cleared={{}} onChoose={setChoice} />
    </form>
  );
}

const BuyBoxOnSale = () => <BuyBoxOf of={product} />;
const BuyBoxWithOptions = () => <BuyBoxOf of={variantProduct} chosen={{ Colour: 'Mist' }} />;
const BuyBoxSoldOut = () => <BuyBoxOf of={soldOutProduct} />;

function CartLines() {
  return (
    <ul className="border-line border-t">
      {cartItems.map((item) => (
        <CartLine key={item.id} item={item} />
      ))}
    </ul>
  );
}

export const STOREFRONT: readonly GalleryEntry[] = [
  { title: 'Product card', Example: ProductCards },
  { title: 'Buy box on sale', Example: BuyBoxOnSale },
  { title: 'Buy box with options', Example: BuyBoxWithOptions },
  { title: 'Buy box, out of stock', Example: BuyBoxSoldOut },
  { title: 'Cart line', Example: CartLines },
];
