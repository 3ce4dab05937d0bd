import { useEffect, useState } from 'react';
import { onDevice } from '#web/api/browser-storage.ts';
import { call } from '#web/api/call.ts';
import { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Price } from '#web/shared/catalogue/price.tsx';
import { Link } from '#web/ui/link.tsx';
import { showFocused } from '#web/ui/show-focused.ts';

/** The products viewed before, as they are now: without those that have left the shop. Nothing if they fail to load. */
function RecentlyViewed({ ids, storedAs }: { ids: string; storedAs: string }) {
  const [products, setProducts] = useState<readonly CardProduct[]>([]);

  useEffect(() => {
    const leaving = new AbortController();
    call('GET /products', { query: { ids } }, { signal: leaving.signal }).then(
      ({ data }) => setProducts(data.map(cardProduct)),
      () => undefined,
    );
    return () => leaving.abort();
  }, [ids]);

  if (products.length === 0) return null;
  return (
    <section aria-labelledby="viewed" className="mt-16">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="viewed">Recently viewed</h2>
        <button
          type="button"
          className="button button-quiet button-small -mr-3"
          onClick={() => {
            onDevice.remove(storedAs);
            setProducts([]);
          }}
        >
          Clear
        </button>
      </div>
      <ul className="viewed" onFocus={showFocused}>
        {products.map(({ id, name, image, ...product }) => (
          <li key={id}>
            <Link to={`/products/${id}`}>
              <Picture src={image} alt="" sizes="(width >= 1024px) 14vw, 30vw" />
              <span className="mt-2 line-clamp-2 text-small">{name}</span>
            </Link>
            <Price {...product} className="mt-1" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param storedAs the key on the device, for Clear */
export const recentlyViewed = (ids: readonly number[], storedAs: string) => (
  <RecentlyViewed ids={ids.join()} storedAs={storedAs} />
);
