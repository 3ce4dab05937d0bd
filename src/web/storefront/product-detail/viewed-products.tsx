import { type ReactNode, useEffect, useState } from 'react';
import { onDevice } from '#web/api/browser-storage.ts';

/** Ids of products, newest first; stored on this device only. */
const KEY = 'recently_viewed';

/**
 * Remembers this product and shows those viewed before. Their list loads after hydration, and only if there are any.
 * Another product needs another `key`.
 */
export function ViewedProducts({ id }: { id: number }) {
  const [list, setList] = useState<ReactNode>();

  useEffect(() => {
    const stored = [onDevice.readJson(KEY)].flat().map(Number);
    // Six fit in a row.
    const ids = stored.filter((other) => other && other !== id).slice(0, 6);
    onDevice.writeJson(KEY, [id, ...ids]);
    if (ids[0])
      import('./recently-viewed.tsx').then(
        (part) => setList(part.recentlyViewed(ids, KEY)),
        () => {},
      );
  }, [id]);

  return list;
}
