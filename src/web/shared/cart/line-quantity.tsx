import { Icon } from '#web/ui/icon.tsx';

interface LineQuantityProps {
  /** The product's name, with its variant. */
  name: string;
  quantity: number;
  /** How many there are. */
  stock: number;
  isRemoving: boolean;
  onChoose: (quantity: number) => void;
  /** Called with the pressed button: Remove, or One less of the last one. */
  onRemove: (button: HTMLElement) => void;
}

/** The quantity of a cart line, and Remove. */
export function LineQuantity({ name, quantity, stock, isRemoving, onChoose, onRemove }: LineQuantityProps) {
  const isMost = isRemoving || quantity >= stock;
  return (
    <>
      <fieldset className="stepper" aria-label={`Quantity of ${name}`}>
        <button
          type="button"
          aria-label={`One less of ${name}`}
          aria-disabled={isRemoving || undefined}
          onClick={({ currentTarget }) => (quantity === 1 ? onRemove(currentTarget) : onChoose(quantity - 1))}
        >
          <Icon name="minus" />
        </button>
        <output aria-live="polite">{quantity}</output>
        <button
          type="button"
          aria-label={`One more of ${name}`}
          aria-disabled={isMost || undefined}
          onClick={() => !isMost && onChoose(quantity + 1)}
        >
          <Icon name="plus" />
        </button>
      </fieldset>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={`Remove ${name}`}
        data-remove=""
        aria-disabled={isRemoving || undefined}
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      >
        Remove
      </button>
    </>
  );
}
