import { type KeyboardEvent, useState } from 'react';
import { MAX_PLACED } from '#domain/catalogue/product-order.ts';
import { stockBadge } from '#domain/catalogue/stock.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Price } from '#web/shared/catalogue/price.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { useDragging } from '../shared/use-dragging.ts';
import type { ArrangedProduct } from './arranged-products.ts';

interface ArrangedRowProps {
  product: ArrangedProduct;
  /** Products in the category. */
  total: number;
  /** While a product is moved, no other is. */
  isBusy: boolean;
  /** Whether another product is dragged over this one. */
  isAim: boolean;
  dragHandlers: ReturnType<ReturnType<typeof useDragging>['handlersOf']> | null;
  /** @param control accessible name of the arrow button, which keeps the focus if the product moves to another page */
  onMove: (position: number | null, control?: string) => void;
}

/** A product with its position, and buttons that move it. */
export function ArrangedRow({ product, total, isBusy, isAim, dragHandlers, onMove }: ArrangedRowProps) {
  const { name, images, price, sale_price, stock, position, is_placed } = product;
  const last = Math.min(total, MAX_PLACED);
  const badge = stockBadge(stock);
  const moves = [
    { label: `Move ${name} to the top`, words: 'Top', to: 1 },
    { label: `Move ${name} up`, icon: 'rotate-180', to: (position ?? 0) - 1 },
    { label: `Move ${name} down`, icon: '', to: (position ?? last) + 1 },
    { label: `Move ${name} to the bottom`, words: 'Bottom', to: total > MAX_PLACED ? 0 : total },
  ];
  return (
    <li
      draggable={dragHandlers !== null}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border bg-surface p-2 ${dragHandlers ? 'cursor-grab' : ''} ${isAim ? 'border-ink' : 'border-line'}`}
      {...dragHandlers}
    >
      <PositionField name={name} position={position} last={last} onMove={onMove} />
      <div className="w-12 flex-none overflow-hidden rounded-field">
        <Picture src={images[0] ?? null} alt="" sizes="48px" />
      </div>
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <div className="flex flex-wrap items-center gap-2">
          <Price price={price} sale_price={sale_price} className="text-small" />
          {badge.label !== 'In Stock' && <Badge tone={badge.tone}>{badge.label}</Badge>}
          {is_placed && <Badge tone="info">Placed</Badge>}
        </div>
      </div>
      <div className="ml-auto flex flex-wrap items-center">
        {is_placed && (
          <Button look="quiet" small aria-label={`Remove ${name} from the order`} onClick={() => onMove(null)}>
            Remove
          </Button>
        )}
        {moves.map(({ label, words, icon, to }) => {
          const isOff = isBusy || to < 1 || to > last || to === position;
          return (
            <button
              key={label}
              type="button"
              className={words ? 'button button-quiet button-small' : 'icon-button'}
              aria-label={label}
              title={label}
              // Stays focusable at the ends, and while a product is moved.
              aria-disabled={isOff}
              onClick={() => isOff || onMove(to, label)}
            >
              {words ?? <Icon name="chevron-down" className={icon} />}
            </button>
          );
        })}
      </div>
    </li>
  );
}

interface PositionFieldProps {
  name: string;
  position: number | null;
  last: number;
  onMove: (position: number) => void;
}

/** Moves the product when a position is typed. */
function PositionField({ name, position, last, onMove }: PositionFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const send = () => {
    if (typed === null) return;
    setTyped(null);
    const wanted = Math.min(Math.round(Number(typed)), last);
    if (wanted >= 1 && wanted !== position) onMove(wanted);
  };
  return (
    <input
      className="input input-small w-16 flex-none text-center"
      inputMode="numeric"
      aria-label={`Position of ${name}`}
      value={typed ?? position ?? ''}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={send}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && send()}
    />
  );
}
