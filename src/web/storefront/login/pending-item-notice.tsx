import { useEffect, useState } from 'react';
import type { Wanted } from '#web/shared/cart/cart-item.ts';
import { readPendingItem } from '#web/shared/cart/pending-item.ts';
import { Banner } from '#web/ui/banner.tsx';

/** Names the product that the login will add to the cart. Only this browser knows it, so it appears after hydration. */
export function PendingItemNotice() {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => setWanted(readPendingItem()), []);
  if (!wanted) return null;
  return (
    <Banner tone="info" className="mb-6">
      Waiting for you: {wanted.quantity} × {wanted.product.name}
      {wanted.variant ? ` (${wanted.variant.name})` : ''}. It will be in your cart after you log in.
    </Banner>
  );
}
