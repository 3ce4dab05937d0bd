import { type ComponentType, useEffect, useState } from 'react';
import type { Seen } from './viewed.ts';

/** Interactions that load the list: a page that is only fetched does not need it. */
const INTERACTIONS = ['scroll', 'pointerover', 'touchstart', 'keydown'];

/** Shows recently viewed products and remembers this one. */
export function ViewedProducts({ product }: { product: Seen }) {
  const [Viewed, setViewed] = useState<ComponentType<Seen>>();

  useEffect(() => {
    const wake = () => import('./recently-viewed.tsx').then((loaded) => setViewed(() => loaded.default));
    for (const sign of INTERACTIONS) addEventListener(sign, wake, { once: true });
    return () => {
      for (const sign of INTERACTIONS) removeEventListener(sign, wake);
    };
  }, []);

  return Viewed && <Viewed key={product.id} id={product.id} name={product.name} images={product.images} />;
}
