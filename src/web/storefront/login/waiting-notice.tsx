import { useEffect, useState } from 'react';
import type { Wanted } from '#web/shared/cart/cart-item.ts';
import { waitingItem } from '#web/shared/cart/waiting-item.ts';
import { Banner } from '#web/ui/banner.tsx';

/** Says what goes into the cart with the login. Known to this browser only, so it appears after hydration. */
export function WaitingNotice() {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => setWanted(waitingItem()), []);
  if (!wanted) return null;
  return (
    <Banner tone="info" className="mb-6">
      Waiting for you: {wanted.quantity} × {wanted.product.name}
      {wanted.variant ? ` (${wanted.variant.name})` : ''}. It will be in your cart after you log in.
    </Banner>
  );
}
