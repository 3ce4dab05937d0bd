import { formatPrice } from '#web/shared/money.ts';

interface PriceProps {
  price: string;
  sale_price: string | null;
  className?: string;
}

/** What it costs now and, on sale, what it cost before. */
export function Price({ price, sale_price, className = '' }: PriceProps) {
  if (sale_price === null) return <p className={`price ${className}`}>{formatPrice(price)}</p>;
  return (
    <p className={`price ${className}`}>
      <span className="sr-only">Sale price </span>
      <span className="text-sale">{formatPrice(sale_price)}</span> <span className="sr-only">instead of </span>
      <s>{formatPrice(price)}</s>
    </p>
  );
}
