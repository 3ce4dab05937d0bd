import CardBadge from 'virtual:slot/card.badge';
import { type MouseEvent, memo, Suspense, useState } from 'react';
import { fromShop } from '#web/shared/shop/shop.ts';
import { isWished, useWishlist } from '#web/shared/wishlist/wishlist-state.ts';
import { createFragmentCache, elementOf } from '#web/ui/cached-fragment.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Link, navigate } from '#web/ui/link.tsx';
import { toastFailure } from '#web/ui/toast.ts';
import type { CardProduct } from './card-product.ts';
import { Choices } from './choices.tsx';
import { Picture } from './picture.tsx';
import { Price } from './price.tsx';
import { Rating } from './rating.tsx';

const shopping = () => import('./shopping.ts');
const swatches = () => import('./swatch-picture.ts');
const quickAdd = () => import('./quick-add.tsx');
const SecondPicture = lazyPart(
  () => import('./second-picture.tsx'),
  () => null,
);

interface ProductCardProps {
  product: CardProduct;
  /** The `sizes` attribute: how wide the card is displayed. */
  sizes: string;
  /** Whether its picture is the page's first. */
  first?: boolean;
  /** Lists also show the beginning of the description. */
  withText?: boolean;
}

/** Of all cards, the picture of the opened one moves to the product page and back (catalogue.css). */
function markOpened({ currentTarget }: MouseEvent): void {
  document.querySelector('[data-opened]')?.removeAttribute('data-opened');
  currentTarget.closest('.product-card')?.setAttribute('data-opened', '');
}

/** The whole text stays in the page, for search engines and screen readers; the rest is hidden (catalogue.css). */
const cutText = (text: string, end: number | undefined) =>
  end ? (
    <>
      <span className="cut">{text.slice(0, end)}</span>
      <span className="cut-rest">{text.slice(end)}</span>
    </>
  ) : (
    text
  );

function Card({ product, sizes, first = false, withText = false }: ProductCardProps) {
  const { name, stock, cuts } = product;
  const { picked, pick } = usePickedChoice(product, sizes);
  const [isHovered, setHovered] = useState(false);
  const address = `/products/${product.id}${picked?.choice ?? product.choice ?? ''}`;

  return (
    <article className="product-card" onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}>
      <div className="product-picture">
        <Picture src={picked?.image ?? product.image} alt="" sizes={sizes} first={first} />
        {isHovered && product.second && (
          <Suspense>
            <SecondPicture src={product.second} sizes={sizes} />
          </Suspense>
        )}
      </div>
      {stock === 0 ? (
        <span className="ribbon bg-secondary-soft text-secondary">Out of Stock</span>
      ) : (
        product.sale_price && <span className="ribbon bg-sale text-on-sale">Sale</span>
      )}
      {CardBadge && <CardBadge product={product} />}
      <WishButton product={product} />
      <div className="product-words">
        {product.brand && <p className="own-words text-small text-muted">{cutText(product.brand, cuts.brand)}</p>}
        <h3 className="own-words">
          <Link to={address} viewTransition onClick={markOpened}>
            {cutText(name, cuts.name)}
          </Link>
        </h3>
        <Rating average={product.average_rating} count={product.review_count} />
        {withText && <p className="product-text own-words">{cutText(product.description, cuts.description)}</p>}
      </div>
      {product.choices.length > 0 && <Choices choices={product.choices} picked={picked?.value} onPick={pick} />}
      <div className="product-buy">
        <Price {...product} />
        {product.has_variants ? <OptionsLink product={product} address={address} /> : <AddButton product={product} />}
      </div>
    </article>
  );
}

/** The choice that the shopper has made on the card. The link changes at once, the picture once it has loaded. */
function usePickedChoice({ id }: CardProduct, sizes: string) {
  const [picked, setPicked] = useState<{ value: string; choice: string; image?: string | undefined }>();
  const pick = async (option: string, value: string) => {
    const choice = { [option]: value };
    setPicked({ value, choice: `?${new URLSearchParams(choice)}`, image: picked?.image });
    try {
      const image = await (await swatches()).swatchPicture(id, choice, sizes);
      setPicked((now) => (now?.value === value ? { ...now, image } : now));
    } catch {
      // If the picture fails to load, the card keeps the old one; the link is correct.
    }
  };
  return { picked, pick };
}

function WishButton({ product }: { product: CardProduct }) {
  const wished = isWished(product.id, useWishlist());
  return (
    <button
      type="button"
      className="wish"
      data-wished={wished || undefined}
      aria-label={`${wished ? 'Remove from' : 'Add to'} wishlist: ${product.name}`}
      onClick={() =>
        shopping()
          .then(({ toggleWished }) => toggleWished(product))
          .catch(() => toastFailure('Error updating wishlist'))
      }
    >
      <Icon name="heart" />
    </button>
  );
}

/** Opens quick add. The link works in new tabs, and until scripts have loaded. */
const OptionsLink = ({ product, address }: { product: CardProduct; address: string }) => (
  <Link
    to={address}
    className="buy"
    aria-label={`Choose options: ${product.name}`}
    aria-haspopup="dialog"
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      quickAdd()
        .then(({ openQuickAdd }) => openQuickAdd(product, address))
        .catch(() => navigate(address));
    }}
  >
    Choose options
  </Link>
);

function AddButton({ product }: { product: CardProduct }) {
  const label = product.stock === 0 ? 'Out of stock' : 'Add to Cart';
  return (
    <button
      type="button"
      className="buy"
      disabled={product.stock === 0}
      aria-label={`${label}: ${product.name}`}
      // A double click adds one unit: its second click has a `detail` of 2.
      onClick={({ detail }) =>
        detail < 2 &&
        shopping()
          .then(({ addFromCard }) => addFromCard(product))
          .catch(() => toastFailure('Error adding product to cart'))
      }
    >
      {label}
    </button>
  );
}

/** About 1,000 cards, in 3 to 6 MB. Cleared when the settings change, which decide the formats. */
const cards = /* @__PURE__ */ fromShop(() => createFragmentCache(3_000_000));

/** The HTML inside a card; undefined if it has to be rendered with its page. */
function innerHtml(props: ProductCardProps): string | undefined {
  // The blurred picture of the first card comes from its page; badges of plug-ins may depend on anything.
  if (CardBadge || props.first || !props.withText) return undefined;
  const html = cards().htmlOf(JSON.stringify(props), () => <Card {...props} />);
  return html?.slice(html.indexOf('>') + 1, html.lastIndexOf('<'));
}

/** The server caches the HTML of cards of lists: a product is in many of them, by filter and order (docs/decisions/0097). */
function CachedCard(props: ProductCardProps) {
  const html = innerHtml(props);
  return html ? elementOf('article', { className: 'product-card' }, html) : <Card {...props} />;
}

/** Memoised: a list renders several times while its filters change, and twelve cards take most of that time. */
export const ProductCard = import.meta.env.SSR ? CachedCard : memo(Card);
