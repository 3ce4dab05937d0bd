import BelowBuyBox from 'virtual:slot/product.belowBuyBox';
import ProductHeading from 'virtual:slot/product.heading';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Rating } from '#web/shared/catalogue/rating.tsx';
import { deliveryCost, deliveryTime } from '#web/shared/shop/promises.ts';
import {
  addressOf,
  type Choice,
  chosenVariant,
  clearedBy,
  firstChoice,
  isOfAnother,
  pictureOf,
  withOptions,
} from '#web/shared/variants/choice.ts';
import type { ShownProduct } from '#web/shared/variants/shown-product.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { BuyBox } from './buy-box.tsx';
import { Gallery } from './gallery.tsx';
import { ProductFacts } from './product-facts.tsx';

const promises = () =>
  [
    ['truck', `${deliveryCost()}, ${deliveryTime()}`],
    ['rotate-ccw', '30-day returns'],
  ] as const;

/** Longer names use a smaller font, so that the price fits on a phone's first screen. */
const LONG_NAME = 60;

const copyLink = (error?: DOMException) => import('./share.ts').then((share) => share.copyLink(error));

/** In the same task as the click: browsers open the share sheet only during a user's action. */
function share(title: string): void {
  if (navigator.share) navigator.share({ title, url: location.href }).catch(copyLink);
  else void copyLink();
}

/**
 * Choosing a variant shows its picture, and choosing a picture selects its variant. The choice is part of the URL, so
 * that it can be shared and survives Back and a reload.
 */
function useChoice(product: ShownProduct) {
  const [search, setSearch] = useSearchParams();
  // Also in state, because the router updates the URL later.
  const [choice, setChoice] = useState(() => firstChoice(product, search));
  const [cleared, setCleared] = useState<Choice>({});
  const [announcement, setAnnouncement] = useState('');
  const [shown, setShown] = useState(() => pictureOf(product, choice, 0));

  const choose = (next: Choice) => {
    setChoice(next);
    setCleared(clearedBy(choice, next));
    setSearch((current) => addressOf(product, next, current), { replace: true, preventScrollReset: true });
  };
  return {
    choice,
    /** Options that the last choice cleared. */
    cleared,
    /** For screen readers: the options selected by choosing a picture. */
    announcement,
    /** Index of the shown picture. */
    shown,
    chooseOption: (next: Choice) => {
      choose(next);
      setShown(pictureOf(product, next, shown));
      setAnnouncement('');
    },
    showPicture: (index: number) => {
      setShown(index);
      const pictured = product.pictureChoices[index];
      if (!pictured || !isOfAnother(pictured, choice)) return;
      choose(withOptions(product, choice, pictured));
      setAnnouncement(
        Object.entries(pictured)
          .map(([option, value]) => `${option}: ${value}`)
          .join(', '),
      );
    },
  };
}

/** The product with its pictures and everything to buy it. */
export function ProductView({ product }: { product: ShownProduct }) {
  const { choice, cleared, announcement, shown, chooseOption, showPicture } = useChoice(product);
  const variant = chosenVariant(product, choice);
  return (
    <>
      <Breadcrumb product={product} />
      <div className="product-top">
        <Gallery
          images={product.images}
          alts={product.image_alts}
          name={product.name}
          shown={shown}
          onShow={showPicture}
        />
        <div className="product-panel">
          <Heading product={product} />
          <p role="status" className="sr-only">
            {announcement}
          </p>
          <BuyBox product={product} choice={choice} cleared={cleared} onChoose={chooseOption} />
          {BelowBuyBox && <BelowBuyBox product={product} variant={variant} />}
          <div className="product-aside">
            {product.short_description && <p className="own-words text-muted">{product.short_description}</p>}
            <ul className="promises">
              {promises().map(([icon, words]) => (
                <li key={icon}>
                  <Icon name={icon} />
                  {` ${words}`}
                </li>
              ))}
            </ul>
            <ProductFacts product={product} variant={variant} />
          </div>
        </div>
      </div>
    </>
  );
}

function Breadcrumb({ product: { name, category } }: { product: ShownProduct }) {
  return (
    <nav aria-label="Breadcrumb" className="lg:py-2">
      <ol className="breadcrumb">
        <li>
          <Link to="/">Home</Link>
        </li>
        <li>
          <Link to="/products">Products</Link>
        </li>
        {category.path.map((step) => (
          <li key={step.id}>
            <Link to={`/products?category=${step.id}`}>{step.name}</Link>
          </li>
        ))}
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  );
}

function Heading({ product }: { product: ShownProduct }) {
  const { name, brand } = product;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        {product.sale_price && <Badge tone="danger">Sale</Badge>}
        {product.is_featured && <Badge tone="primary">Featured</Badge>}
        {brand && <span className="product-brand">{brand}</span>}
        <Button look="quiet" small className="-my-3 ml-auto -mr-[12px]" aria-label="Share" onClick={() => share(name)}>
          <Icon name="share-2" />
        </Button>
      </div>
      <h1 className={`own-words mb-2 text-pretty wrap-anywhere ${name.length > LONG_NAME ? 'text-h2' : ''}`}>{name}</h1>
      <Rating average={product.average_rating} count={product.review_count} inWords />
      {ProductHeading && <ProductHeading product={product} />}
    </div>
  );
}
