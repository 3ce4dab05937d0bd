import { useEffect, useState } from 'react';
import type { NewCartItem } from '#web/shared/cart/cart-item.ts';
import { readPendingItem } from '#web/shared/cart/pending-item.ts';
import { keepPendingItem } from '#web/shared/catalogue/shopping.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/**
 * Names the product that the login will add to the cart, and offers to keep it on this device instead. Only this browser
 * knows it, so it appears after hydration.
 * @param from the page that the visitor came from
 */
export function PendingItemNotice({ from }: { from: string }) {
  const [wanted, setWanted] = useState<NewCartItem | null>(null);
  useEffect(() => setWanted(readPendingItem()), []);
  if (!wanted) return null;
  return (
    <Banner tone="info" className="mb-6">
      <div className="grid min-w-0 justify-items-start gap-3">
        <p>
          Waiting for you: {wanted.quantity} × {wanted.product.name}
          {wanted.variant ? ` (${wanted.variant.name})` : ''}. It will be in your cart after you log in.
        </p>
        <Button look="secondary" small onClick={() => void keepPendingItem(wanted, from)}>
          Keep in cart on this device
        </Button>
      </div>
    </Banner>
  );
}
