import { useEffect, useState } from 'react';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Link } from '#web/ui/link.tsx';
import { showFocused } from '#web/ui/show-in-strip.ts';
import { forgetViewed, rememberViewed, type Seen, viewedProducts } from './viewed.ts';

/** Recently viewed products on this device. Without prices, which may have changed. */
export default function RecentlyViewed({ id, name, images }: Seen) {
  const [viewed, setViewed] = useState(viewedProducts);
  useEffect(() => rememberViewed({ id, name, images }), [id, name, images]);
  const others = viewed.filter((other) => other.id !== id);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="viewed" className="mt-16">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="viewed">Recently viewed</h2>
        <button
          type="button"
          className="button button-quiet button-small -mr-3"
          onClick={() => {
            forgetViewed();
            setViewed([]);
          }}
        >
          Clear
        </button>
      </div>
      <ul className="viewed" onFocus={showFocused}>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={`/products/${other.id}`}>
              <Picture src={other.image} alt="" sizes="(width >= 1024px) 14vw, 30vw" />
              <span className="mt-2 line-clamp-2 text-small">{other.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
