import { memo, useEffect, useState } from 'react';
import { useDragging } from '#plugin/admin';
import {
  Amount,
  Badge,
  Button,
  counted,
  formatCount,
  Icon,
  messageOf,
  Picture,
  Skeleton,
  TextField,
} from '#plugin/web';
import type { PickedProduct } from '../admin-contract.ts';
import { PICKER_SIZE, usePickableProducts } from './admin-data.ts';

const PAUSE_MS = 300;

interface ProductPickerProps {
  picked: readonly PickedProduct[];
  onChange: (picked: PickedProduct[]) => void;
  error: string | undefined;
}

/** Products that the merchant picks by search, in the order in which they are shown. */
export function ProductPicker({ picked, onChange, error }: ProductPickerProps) {
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number) => {
    const product = picked[from];
    if (!product || from === to || to < 0 || to >= picked.length) return;
    onChange(picked.toSpliced(from, 1).toSpliced(to, 0, product));
    setAnnouncement(`${product.name} is now product ${to + 1} of ${picked.length}`);
  };
  const remove = (product: PickedProduct) => {
    onChange(picked.filter(({ id }) => id !== product.id));
    setAnnouncement(`${product.name} removed`);
  };
  return (
    <div className="grid gap-6">
      <Search
        isPicked={(id) => picked.some((one) => one.id === id)}
        onPick={(product) => {
          onChange([...picked, product]);
          setAnnouncement(`${product.name} added`);
        }}
      />
      {picked.length === 0 ? (
        <p className="text-muted">No products yet. Search for them above.</p>
      ) : (
        <PickedList picked={picked} onMove={move} onRemove={remove} />
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

function Search({ isPicked, onPick }: { isPicked: (id: number) => boolean; onPick: (product: PickedProduct) => void }) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isPlaceholderData } = usePickableProducts(search, 1);
  return (
    <div className="grid gap-3">
      <TextField
        label="Search products to add"
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Not the form of the collection.
          event.preventDefault();
          setSearch(text.trim());
        }}
      />
      {error && <p className="text-danger">{messageOf(error, 'The products could not be loaded.')}</p>}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <ul
          aria-label="Found products"
          className={`grid max-h-72 grid-cols-1 gap-1 overflow-y-auto rounded-field border border-line p-2 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {data.data.length === 0 && <li className="p-2 text-muted">Nothing found.</li>}
          {data.data.map((product) => (
            <li key={product.id} className="flex items-center gap-3">
              <Facts product={product} />
              <Button
                look="secondary"
                small
                disabled={isPicked(product.id)}
                aria-label={`${isPicked(product.id) ? 'Added' : 'Add'} ${product.name}`}
                onClick={() => onPick(product)}
              >
                {isPicked(product.id) ? 'Added' : 'Add'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > PICKER_SIZE && (
        <p className="text-muted text-small">
          The first {PICKER_SIZE} of {formatCount(data.total)}. Search for others.
        </p>
      )}
    </div>
  );
}

interface PickedListProps {
  picked: readonly PickedProduct[];
  onMove: (from: number, to: number) => void;
  onRemove: (product: PickedProduct) => void;
}

/** Typing in other fields does not render a thousand rows: what they do depends on `picked` alone. */
const PickedList = memo(PickedRows, (before, after) => before.picked === after.picked);

function PickedRows({ picked, onMove, onRemove }: PickedListProps) {
  const dragging = useDragging(onMove);
  return (
    <div>
      <p className="field-label mb-2">{counted(picked.length, ['product', 'products'], formatCount)}, in their order</p>
      <ol aria-label="Picked products" className="grid grid-cols-1 gap-2">
        {picked.map((product, index) => (
          <li
            key={product.id}
            draggable
            className={`flex cursor-grab flex-wrap items-center gap-x-3 rounded-field border bg-surface p-2 ${dragging.aim === index ? 'border-ink' : 'border-line'}`}
            {...dragging.handlersOf(index, product.name)}
          >
            <Facts product={product} />
            <span className="ml-auto flex">
              <RowButton
                label={`Move ${product.name} up`}
                icon="chevron-down"
                isUp
                isOff={index === 0}
                onPress={() => onMove(index, index - 1)}
              />
              <RowButton
                label={`Move ${product.name} down`}
                icon="chevron-down"
                isOff={index === picked.length - 1}
                onPress={() => onMove(index, index + 1)}
              />
              <RowButton label={`Remove ${product.name}`} icon="trash" onPress={() => onRemove(product)} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Facts({ product: { name, image, price, stock, is_active } }: { product: PickedProduct }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <span className="w-11 flex-none overflow-hidden rounded-field">
        <Picture src={image} alt="" sizes="44px" />
      </span>
      <span className="min-w-0">
        <span className="block truncate" dir="auto">
          {name}
        </span>
        <span className="block text-muted text-small">
          <Amount value={price} /> {!is_active && <Badge tone="secondary">Hidden</Badge>}
          {is_active && stock === 0 && <Badge tone="warning">Out of stock</Badge>}
        </span>
      </span>
    </span>
  );
}

interface RowButtonProps {
  label: string;
  icon: 'chevron-down' | 'trash';
  isUp?: boolean;
  /** Stays focusable, so that the focus is not lost when a product arrives at an end. */
  isOff?: boolean;
  onPress: () => void;
}

function RowButton({ label, icon, isUp = false, isOff = false, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <Icon name={icon} className={isUp ? 'rotate-180' : ''} />
    </button>
  );
}
