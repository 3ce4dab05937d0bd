import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Rating } from '#web/shared/catalogue/rating.tsx';
import { freeShippingFrom } from '#web/shared/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { BuyBox } from './buy-box.tsx';
import { variantFor } from './choice.ts';
import { Gallery } from './gallery.tsx';
import type { Variant } from './product.ts';
import type { ShownProduct } from './product-data.ts';
import { ProductFacts } from './product-facts.tsx';

const promises = () =>
  [
    ['truck', `Free standard shipping over ${freeShippingFrom()}, 3-5 business days`],
    ['rotate-ccw', '30-day returns'],
  ] as const;

/** Longer ones are set smaller, for the price belongs to the first screen of a phone. */
const LONG_NAME = 60;

const shareProduct = (name: string) => import('./share.ts').then(({ share }) => share(name));

/** The chosen variant stands in the address, so that it is shared and survives Back and a reload. */
export function ProductView({ product }: { product: ShownProduct }) {
  const { name, brand, category, images, variants } = product;
  const [search, setSearch] = useSearchParams();
  // Shown at once; the address follows when the router has come round to it.
  const [chosenId, setChosenId] = useState(search.get('variant'));
  const variant = variantFor(variants, chosenId);
  const pictureOf = (chosen: Variant | null) => (chosen?.image ? images.indexOf(chosen.image) : -1);
  const [shown, setShown] = useState(() => Math.max(0, pictureOf(variant)));

  const choose = (chosen: Variant) => {
    setChosenId(String(chosen.id));
    setSearch({ variant: String(chosen.id) }, { replace: true, preventScrollReset: true });
    const picture = pictureOf(chosen);
    if (picture >= 0) setShown(picture);
  };

  return (
    <>
      <nav aria-label="Breadcrumb" className="lg:py-2">
        <ol className="breadcrumb">
          <li>
            <Link to="/">Home</Link>
          </li>
          <li>
            <Link to="/products">Products</Link>
          </li>
          <li>
            <Link to={`/products?category=${category.id}`}>{category.name}</Link>
          </li>
          <li aria-current="page">{name}</li>
        </ol>
      </nav>
      <div className="product-top">
        <Gallery images={images} alts={product.image_alts} name={name} shown={shown} onShow={setShown} />
        <div className="product-panel">
          <div>
            <div className="mb-2 flex flex-wrap items-center gap-2">
              {product.sale_price && <Badge tone="danger">Sale</Badge>}
              {product.is_featured && <Badge tone="primary">Featured</Badge>}
              {brand && <span className="min-w-0 flex-1 text-small text-muted wrap-anywhere">{brand}</span>}
              <Button
                look="quiet"
                small
                className="-my-3 ml-auto -mr-[12px]"
                aria-label="Share"
                onClick={() => shareProduct(name)}
              >
                <Icon name="share-2" />
              </Button>
            </div>
            <h1 className={`own-words mb-2 text-pretty wrap-anywhere ${name.length > LONG_NAME ? 'text-h2' : ''}`}>
              {name}
            </h1>
            <Rating average={product.average_rating} count={product.review_count} words=" reviews" />
          </div>
          <BuyBox product={product} variant={variant} onChoose={choose} />
          {product.short_description && <p className="own-words text-muted">{product.short_description}</p>}
          <ul className="promises">
            {promises().map(([icon, words]) => (
              <li key={icon}>
                <Icon name={icon} /> {words}
              </li>
            ))}
          </ul>
          <ProductFacts product={product} variant={variant} />
        </div>
      </div>
    </>
  );
}
