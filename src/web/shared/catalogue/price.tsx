import { Amount } from '#web/shared/amount.tsx';

interface PriceProps {
  price: string;
  sale_price: string | null;
  /** Whether it is the lowest of several prices. */
  isFrom?: boolean;
  className?: string;
}

/** The current price and, on sale, the regular one. */
export function Price({ price, sale_price, isFrom = false, className = '' }: PriceProps) {
  return (
    <p className={`price ${className}`}>
      {isFrom && <span className="price-from">From </span>}
      {sale_price === null ? (
        <Amount value={price} />
      ) : (
        <>
          <span className="sr-only">Sale price </span>
          <span className="text-sale">
            <Amount value={sale_price} />
          </span>{' '}
          <span className="sr-only">instead of </span>
          <s>
            <Amount value={price} />
          </s>
        </>
      )}
    </p>
  );
}
