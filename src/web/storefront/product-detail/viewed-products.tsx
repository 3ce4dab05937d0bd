import { type ComponentType, useEffect, useState } from 'react';
import type { Seen } from './viewed.ts';

/** The first signs that somebody is there: a page that is only fetched does without what it would show last. */
const INTERACTIONS = ['scroll', 'pointerover', 'touchstart', 'keydown'];

/** Shows and remembers what was looked at on this device. */
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
