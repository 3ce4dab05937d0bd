import { useEffect, useRef, useState } from 'react';
import { stockBadge } from '#domain/catalogue/stock.ts';
import { messageOf, refusalOr } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { addToCart } from '#web/shared/cart/cart.ts';
import type { NewCartItem } from '#web/shared/cart/cart-item.ts';
import { hasToWait, queueItem } from '#web/shared/cart/offline-queue.ts';
import { savePendingItem } from '#web/shared/cart/pending-item.ts';
import { keepHere } from '#web/shared/guest-choice.ts';
import {
  type Choice,
  chosenVariant,
  clearedBy,
  firstChoice,
  missingOption,
  pictureOf,
} from '#web/shared/variants/choice.ts';
import { offerFor } from '#web/shared/variants/offer-for.ts';
import { type ShownProduct, withChoices } from '#web/shared/variants/shown-product.ts';
import { VariantPicker } from '#web/shared/variants/variant-picker.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Layer } from '#web/ui/layer.ts';
import { Link, navigate } from '#web/ui/link.tsx';
import { openOverlay } from '#web/ui/overlay.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import type { CardProduct } from './card-product.ts';
import { Picture } from './picture.tsx';
import { Price } from './price.tsx';
import { mayFillCart, viewCart } from './shopping.ts';

/**
 * Opens the options of a card's product, to add it without leaving the list.
 * @param address of its page, with what the card has chosen already
 */
export const openQuickAdd = (product: CardProduct, address: string): void =>
  openOverlay((close) => <QuickAdd card={product} address={address} close={close} />);

interface QuickAddProps {
  card: CardProduct;
  address: string;
  close: Layer['close'];
}

function QuickAdd({ card, address, close }: QuickAddProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Drawer title="Choose options" side="center" onClose={close}>
      <Contents key={attempt} card={card} address={address} close={close} onRetry={() => setAttempt(attempt + 1)} />
      <p className="mt-4 text-center">
        <Link to={address} className="link inline-flex min-h-11 items-center">
          View full details
        </Link>
      </p>
    </Drawer>
  );
}

/** Reads the product once. To retry, mount it with a new `key`. */
function Contents({ card, address, close, onRetry }: QuickAddProps & { onRetry: () => void }) {
  const [product, setProduct] = useState<ShownProduct | null>(null);
  const [failure, setFailure] = useState('');

  useEffect(() => {
    const leaving = new AbortController();
    call('GET /products/{id}', { params: { id: String(card.id) } }, { signal: leaving.signal }).then(
      (answer) => setProduct(withChoices(answer.product)),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(messageOf(error));
      },
    );
    return () => leaving.abort();
  }, [card.id]);

  if (product) return <Options product={product} address={address} close={close} />;
  return (
    <>
      <Heading image={card.image} name={card.name} brand={card.brand}>
        <Price {...card} />
      </Heading>
      {failure ? (
        <div role="alert" className="mt-5 grid justify-items-start gap-3">
          <p>{failure}</p>
          <Button look="secondary" small onClick={onRetry}>
            Retry
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading the options">
          <Skeleton className="mt-5 h-44" />
        </div>
      )}
    </>
  );
}

interface HeadingProps {
  image: string | null | undefined;
  name: string;
  brand: string | null;
  children: React.ReactNode;
}

function Heading({ image, name, brand, children }: HeadingProps) {
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-center gap-4">
      <span className="overflow-hidden rounded-card">
        <Picture src={image} alt="" sizes="112px" />
      </span>
      <div className="grid min-w-0 gap-1">
        {brand && <p className="own-words text-muted text-small">{brand}</p>}
        <p className="own-words font-semibold wrap-anywhere">{name}</p>
        {children}
      </div>
    </div>
  );
}

interface OptionsProps {
  product: ShownProduct;
  address: string;
  close: Layer['close'];
}

function Options({ product, address, close }: OptionsProps) {
  const [choice, setChoice] = useState<Choice>(() =>
    firstChoice(product, new URL(address, location.origin).searchParams),
  );
  const [cleared, setCleared] = useState<Choice>({});
  const [asked, setAsked] = useState<{ option: string } | null>(null);
  const adding = useAdding(close);
  const { price, sale_price, stock, isFrom } = offerFor(product, choice);
  const badge = stockBadge(stock);

  const choose = (next: Choice) => {
    setCleared(clearedBy(choice, next));
    setChoice(next);
    adding.startOver();
  };
  const add = async () => {
    const option = missingOption(product, choice);
    if (option !== null) return setAsked({ option });
    await adding.add({ product: { ...product, stock }, variant: chosenVariant(product, choice), quantity: 1 });
  };

  return (
    <div className="grid gap-5">
      <Heading image={product.images[pictureOf(product, choice, 0)]} name={product.name} brand={product.brand}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Price price={price} sale_price={sale_price} isFrom={isFrom} />
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
      </Heading>
      <VariantPicker product={product} choice={choice} asked={asked} cleared={cleared} onChoose={choose} />
      <div role="alert">
        {adding.failure && (
          <p className="banner badge-danger">
            <Icon name="triangle-exclamation-point" /> {adding.failure}
          </p>
        )}
      </div>
      {adding.waiting ? (
        <GuestQuestion item={adding.waiting} isAdding={adding.isAdding} onKeep={adding.fill} close={close} />
      ) : (
        <Button disabled={stock === 0} busy={adding.isAdding && 'Adding...'} onClick={() => void add()}>
          {stock === 0 ? 'Out of stock' : 'Add to Cart'}
        </Button>
      )}
    </div>
  );
}

/** Adds an item to the cart and then closes the drawer. Guests are first asked whether to log in. */
function useAdding(close: Layer['close']) {
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState('');
  const [waiting, setWaiting] = useState<NewCartItem | null>(null);

  const fill = async (item: NewCartItem) => {
    if (hasToWait()) return close(() => toast(queueItem(item)));
    setAdding(true);
    setFailure('');
    try {
      await addToCart(item);
      close(() => void viewCart('Product added to cart!'));
    } catch (error) {
      setFailure(refusalOr(error, 'Error adding product to cart'));
    }
    setAdding(false);
  };
  return {
    isAdding,
    failure,
    /** The item that a guest wants to add, while the question is open. */
    waiting,
    fill,
    add: async (item: NewCartItem) => {
      if (await mayFillCart()) await fill(item);
      else setWaiting(item);
    },
    startOver: () => {
      setFailure('');
      setWaiting(null);
    },
  };
}

interface GuestQuestionProps {
  item: NewCartItem;
  isAdding: boolean;
  onKeep: (item: NewCartItem) => Promise<void>;
  close: Layer['close'];
}

/** Log in, or keep the item in this browser. */
function GuestQuestion({ item, isAdding, onKeep, close }: GuestQuestionProps) {
  const question = useRef<HTMLDivElement>(null);
  // The question replaces the button that had the focus.
  useEffect(() => question.current?.querySelector('button')?.focus(), []);

  const logIn = () => {
    const from = location.pathname + location.search;
    savePendingItem(item);
    close(() => navigate('/login', { state: { from } }));
  };
  return (
    <div ref={question} role="status" className="grid gap-3">
      <p>Please login to add items to cart</p>
      <Button onClick={logIn}>Log in</Button>
      <Button
        look="secondary"
        busy={isAdding && 'Adding...'}
        onClick={() => {
          keepHere('cart');
          void onKeep(item);
        }}
      >
        Keep in cart on this device
      </Button>
    </div>
  );
}
