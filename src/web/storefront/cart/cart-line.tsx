import CartLineSlot from 'virtual:slot/cart.line';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { Amount } from '#web/shared/amount.tsx';
import { addToCart, removeFromCart } from '#web/shared/cart/cart.ts';
import { asNewItem, type CartItem, lineAddress, regularUnitPrice } from '#web/shared/cart/cart-item.ts';
import { LineQuantity } from '#web/shared/cart/line-quantity.tsx';
import { useQuickQuantity } from '#web/shared/cart/use-quick-quantity.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { AdjustmentList } from '#web/shared/orders/adjustment-list.tsx';
import { Link } from '#web/ui/link.tsx';
import { nextFocus } from '#web/ui/next-focus.ts';
import { toast, toastFailure } from '#web/ui/toast.ts';

/** Only plug-ins declare options. */
const LineOptions = lazy(() => import('./line-options.tsx'));

const PROBLEMS: Readonly<Record<NonNullable<CartItem['problem']>, (item: CartItem) => string>> = {
  sold_out: () => 'Out of stock since you added it. Please remove it to check out.',
  not_enough_stock: ({ product }) => `Only ${product.stock} left. Please lower the quantity to check out.`,
  not_available: () => 'No longer available. Please remove it to check out.',
};

export function CartLine({ item }: { item: CartItem }) {
  const { product, variant } = item;
  const name = variant ? `${product.name}, ${variant.name}` : product.name;
  const { isRemoving, remove } = useRemoval(item, name);
  const { shown, choose } = useQuickQuantity(item);
  const address = lineAddress(item);

  return (
    <li className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-3 border-line border-b py-6 sm:grid-cols-[120px_1fr_auto] sm:gap-x-6">
      <Link to={address} tabIndex={-1} aria-hidden="true" className="self-start overflow-hidden rounded-card">
        <Picture src={product.images[0]} alt="" sizes="120px" />
      </Link>
      <div className="min-w-0">
        {product.brand && <p className="text-small text-muted">{product.brand}</p>}
        <h2 className="own-words wrap-anywhere font-sans font-semibold text-base">
          <Link to={address}>{product.name}</Link>
        </h2>
        {variant && <p className="text-muted text-small">{variant.name}</p>}
        <UnitPrice item={item} />
        <AdjustmentList adjustments={item.adjustments} />
        <Changes item={item} />
        {item.options && typeof item.id === 'number' && (
          <Suspense>
            <LineOptions id={item.id} options={item.options} of={name} />
          </Suspense>
        )}
        {CartLineSlot && <CartLineSlot item={item} />}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-1 sm:flex-col sm:items-end">
        <p className="price order-last sm:order-first">
          <Amount value={item.line_total} />
        </p>
        {/* The words of Remove end where the price does. */}
        <div className="flex flex-wrap items-center gap-1 sm:-mr-4">
          <LineQuantity
            name={name}
            quantity={shown}
            stock={product.stock}
            isRemoving={isRemoving}
            onChoose={choose}
            onRemove={(button) => void remove(button)}
          />
        </div>
      </div>
    </li>
  );
}

/** Removes a line once, and offers to undo that. @param name of the line in the message */
function useRemoval(item: CartItem, name: string) {
  const [isRemoving, setRemoving] = useState(false);
  const undo = () => void addToCart(asNewItem(item)).catch((error) => toastFailure(messageOf(error)));
  const remove = async (button: HTMLElement) => {
    if (isRemoving) return;
    setRemoving(true);
    try {
      const goOn = nextFocus(button);
      await removeFromCart(item);
      goOn();
      toast(`${name} removed from cart`, [{ label: 'Undo', run: undo }]);
    } catch (error) {
      toastFailure(messageOf(error));
    } finally {
      setRemoving(false);
    }
  };
  return { isRemoving, remove };
}

function UnitPrice({ item }: { item: CartItem }) {
  const regular = regularUnitPrice(item);
  return (
    <p className="mt-1 text-muted text-small tabular-nums">
      {regular && (
        <>
          <span className="sr-only">Sale price </span>
          <span className="text-sale">
            <Amount value={item.unit_price} />
          </span>{' '}
          <span className="sr-only">instead of </span>
          <s>
            <Amount value={regular} />
          </s>
        </>
      )}
      {!regular && <Amount value={item.unit_price} />} each
    </p>
  );
}

/** What has changed since the line was added. */
function Changes({ item }: { item: CartItem }) {
  return (
    <>
      {item.unavailable_options?.map((label) => (
        <p key={label} className="mt-1 text-small">
          {label} is no longer available. You are not charged for it.
        </p>
      ))}
      {item.previous_unit_price && (
        <p className="mt-1 text-small">
          The price changed from <Amount value={item.previous_unit_price} /> since you added it.
        </p>
      )}
      {item.problem && (
        <p className="mt-1 font-semibold text-sale text-small" role="alert">
          {PROBLEMS[item.problem](item)}
        </p>
      )}
    </>
  );
}
