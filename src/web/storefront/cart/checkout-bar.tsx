import { type RefObject, useEffect, useId, useState } from 'react';
import { Amount } from '#web/shared/amount.tsx';
import { useCart } from '#web/shared/cart/cart.ts';
import { lineProblems } from '#web/shared/cart/line-problem.ts';
import { CheckoutLink } from './checkout-link.tsx';

/**
 * On a narrow screen with a long cart, the checkout button is far away: until it is visible, show it at the bottom as
 * well.
 * @param place element of the page's own button
 */
export function CheckoutBar({ place }: { place: RefObject<HTMLElement | null> }) {
  const { items, total } = useCart();
  const closedBy = useId();
  const problems = lineProblems(items);
  const [isFar, setFar] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([seen]) => {
      if (seen) setFar(!seen.isIntersecting && seen.boundingClientRect.top > 0);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);

  if (!isFar) return null;
  return (
    <aside aria-label="Go to checkout" className="checkout-bar">
      {problems.length > 0 ? (
        <p id={closedBy} className="line-clamp-3 min-w-0 font-semibold text-sale text-small wrap-anywhere">
          {problems.join(' ')}
        </p>
      ) : (
        <p className="min-w-0">
          <span className="block text-muted text-small">Total</span>
          <span className="price">
            <Amount value={total} />
          </span>
        </p>
      )}
      <CheckoutLink closedBy={closedBy} />
    </aside>
  );
}
