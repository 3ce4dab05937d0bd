import { useEffect, useId, useRef, useState } from 'react';
import { missingForFreeShipping } from '#domain/money/free-shipping.ts';
import { messageOf } from '#web/api/api-error.ts';
import { Amount } from '#web/shared/amount.tsx';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { centsOf, formatCents } from '#web/shared/money.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Layer } from '#web/ui/layer.ts';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { addToCart, loadCart, refreshCart, removeFromCart } from './cart.ts';
import { asNewItem, type CartItem, lineAddress } from './cart-item.ts';
import { cart, useCart } from './cart-state.ts';
import { lineProblems } from './line-problem.ts';
import { LineQuantity } from './line-quantity.tsx';
import { useQuickQuantity } from './use-quick-quantity.ts';

interface CartDrawerProps {
  close: Layer['close'];
  /** What has just happened, such as 'Product added to cart!'. */
  notice?: string | undefined;
}

/** The cart beside the page. Coupons, options and everything else are on the cart's own page. */
export function CartDrawer({ close, notice: opening = '' }: CartDrawerProps) {
  const { status, items, itemCount, error } = useCart();
  const { isAuthenticated } = useAuth();
  const [notice, setNotice] = useState<{ text: string; undo?: CartItem }>({ text: opening });
  const [failure, setFailure] = useState('');

  // The server has ended the session: the page below becomes the login.
  const wasSignedIn = useRef(isAuthenticated);
  useEffect(() => {
    if (wasSignedIn.current && !isAuthenticated) close();
  }, [isAuthenticated, close]);
  useEffect(() => {
    if (cart.read().status === 'ready') void refreshCart();
  }, []);

  const say = (text: string, undo?: CartItem) => {
    setFailure('');
    setNotice(undo ? { text, undo } : { text });
  };
  const undoRemoval = async (item: CartItem) => {
    try {
      await addToCart(asNewItem(item));
      say(`${nameOf(item)} is back in your cart`);
    } catch (reason) {
      setFailure(messageOf(reason));
    }
  };

  return (
    <Drawer
      title={itemCount > 0 ? `Your cart (${itemCount})` : 'Your cart'}
      side="right"
      onClose={close}
      footer={items.length > 0 && <Actions />}
    >
      <div role="status">
        {notice.text && (
          <p className="banner badge-success mb-4 items-center">
            <Icon name="check" />
            <span className="min-w-0 flex-1 wrap-anywhere">{notice.text}</span>
            {notice.undo && (
              <button
                type="button"
                className="link min-h-11"
                onClick={() => notice.undo && void undoRemoval(notice.undo)}
              >
                Undo
              </button>
            )}
          </p>
        )}
      </div>
      <div role="alert">
        {failure && (
          <p className="banner badge-danger mb-4">
            <Icon name="triangle-exclamation-point" /> {failure}
          </p>
        )}
      </div>
      {status === 'loading' && <Skeleton className="h-24" />}
      {status === 'failed' && (
        <div className="grid justify-items-start gap-3">
          <p>Your cart could not be loaded. {error}</p>
          <Button look="secondary" small onClick={() => void loadCart()}>
            Retry
          </Button>
        </div>
      )}
      {status === 'ready' && items.length === 0 && <EmptyCart onClose={close} />}
      <ul>
        {items.map((item) => (
          <Line key={item.id} item={item} onRemoved={say} onFailure={setFailure} />
        ))}
      </ul>
    </Drawer>
  );
}

const nameOf = ({ product, variant }: CartItem) => (variant ? `${product.name}, ${variant.name}` : product.name);

function EmptyCart({ onClose }: { onClose: Layer['close'] }) {
  return (
    <div className="grid justify-items-center gap-2 py-12 text-center">
      <Icon name="shopping-bag" className="text-3xl text-muted" />
      <p className="font-display text-2xl">Your cart is empty</p>
      <p className="text-muted">Add some products to get started!</p>
      <Button look="secondary" className="mt-4" onClick={() => onClose()}>
        Continue Shopping
      </Button>
    </div>
  );
}

interface LineProps {
  item: CartItem;
  onRemoved: (text: string, item: CartItem) => void;
  onFailure: (message: string) => void;
}

function Line({ item, onRemoved, onFailure }: LineProps) {
  const { product, variant } = item;
  const [isRemoving, setRemoving] = useState(false);
  const { shown, choose } = useQuickQuantity(item, onFailure);
  const name = nameOf(item);

  const remove = async (button: Element) => {
    if (isRemoving) return;
    setRemoving(true);
    const dialog = button.closest('dialog');
    try {
      await removeFromCart(item);
      onRemoved(`${name} removed from cart`, item);
      // The button is gone; the dialog's first one is Close.
      dialog?.querySelector('button')?.focus();
    } catch (error) {
      onFailure(messageOf(error));
      setRemoving(false);
    }
  };

  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-4 border-line border-b py-4">
      <Link to={lineAddress(item)} tabIndex={-1} aria-hidden="true" className="self-start overflow-hidden rounded-card">
        <Picture src={product.images[0]} alt="" sizes="72px" />
      </Link>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-3">
          <p className="own-words min-w-0 font-semibold wrap-anywhere">
            <Link to={lineAddress(item)}>{product.name}</Link>
          </p>
          <p className="price whitespace-nowrap text-base">
            <Amount value={item.line_total} />
          </p>
        </div>
        {variant && <p className="text-muted text-small">{variant.name}</p>}
        <div className="-mr-4 mt-2 flex flex-wrap items-center justify-between gap-2">
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

/** Guests log in on the way to the checkout (storefront §2). */
function Actions() {
  const { items, subtotal, total } = useCart();
  const { isAuthenticated } = useAuth();
  const reason = useId();
  const problems = lineProblems(items);
  const words = isAuthenticated ? 'Checkout' : 'Login to Checkout';
  return (
    <div className="grid min-w-0 flex-1 gap-3">
      <FreeShipping total={total} />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>Subtotal</span>
        <span className="price">
          <Amount value={subtotal} />
        </span>
      </p>
      <p className="text-muted text-small">Taxes and delivery are calculated at checkout.</p>
      {problems.length > 0 && (
        <p id={reason} className="font-semibold text-sale text-small wrap-anywhere">
          {problems.join(' ')}
        </p>
      )}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
        <Link to="/cart" className={buttonClass('secondary', 'px-3')}>
          View cart
        </Link>
        {problems.length > 0 ? (
          <Button className="px-3" aria-disabled="true" aria-describedby={reason}>
            {words}
          </Button>
        ) : (
          <Link
            to={isAuthenticated ? '/checkout' : '/login'}
            data-state={isAuthenticated ? undefined : '{"from":"/checkout"}'}
            className={buttonClass('primary', 'px-3')}
          >
            {words}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Amount missing for free delivery; renders nothing without a threshold. */
function FreeShipping({ total }: { total: string }) {
  const { checkoutShipping, standardShippingCost, freeShippingThreshold } = shop().shipping;
  const threshold = centsOf(freeShippingThreshold);
  if (checkoutShipping === 'flat' || centsOf(standardShippingCost) === 0 || threshold === 0) return null;
  const missing = missingForFreeShipping(threshold, centsOf(total));
  const words = missing > 0 ? `${formatCents(missing)} more for free standard delivery` : 'Standard delivery is free';
  return (
    <div className="grid gap-2 text-small">
      <p>{words}</p>
      <progress className="delivery-progress" max={threshold + 1} value={threshold + 1 - missing} aria-label={words} />
    </div>
  );
}
