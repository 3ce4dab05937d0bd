import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { useDragging } from '../shared/use-dragging.ts';
import type { PictureValue } from './product-values.ts';

interface PictureCardProps {
  picture: PictureValue;
  index: number;
  isLast: boolean;
  dragging: ReturnType<typeof useDragging>;
  onText: (alt: string) => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}

/** A picture with its alt text, position, and buttons. */
export function PictureCard({ picture, index, isLast, dragging, onText, onMove, onRemove }: PictureCardProps) {
  return (
    <li
      draggable
      className={`flex cursor-grab gap-3 rounded-field border bg-surface p-2 ${dragging.aim === index ? 'border-ink' : 'border-line'}`}
      {...dragging.handlersOf(index, picture.url)}
    >
      <div className="w-24 flex-none overflow-hidden rounded-field">
        <Picture src={picture.url} alt="" sizes="96px" />
      </div>
      <div className="grid min-w-0 flex-1 content-between gap-1">
        <input
          className="input input-small"
          aria-label={`Text for picture ${index + 1}`}
          placeholder="What it shows, in words"
          maxLength={PRODUCT_FIELDS.images.maxLength}
          value={picture.alt}
          onChange={({ target }) => onText(target.value)}
        />
        <div className="flex items-center">
          <span className="mr-auto text-muted text-small">{index === 0 ? 'Main picture' : `${index + 1}`}</span>
          <CardButton
            label={`Move picture ${index + 1} earlier`}
            icon="chevron-left"
            isOff={index === 0}
            onPress={() => onMove(index, index - 1)}
          />
          <CardButton
            label={`Move picture ${index + 1} later`}
            icon="chevron-right"
            isOff={isLast}
            onPress={() => onMove(index, index + 1)}
          />
          <CardButton label={`Remove picture ${index + 1}`} icon="trash" isOff={false} onPress={onRemove} />
        </div>
      </div>
    </li>
  );
}

interface CardButtonProps {
  label: string;
  icon: 'chevron-left' | 'chevron-right' | 'trash';
  isOff: boolean;
  onPress: () => void;
}

/** The button stays focusable at the ends, so that the focus is not lost when a picture arrives there. */
function CardButton({ label, icon, isOff, onPress }: CardButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
