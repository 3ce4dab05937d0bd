import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

interface DrawerProps {
  title: ReactNode;
  /** The edge of the screen it opens from; `center` on a wide screen is in the middle, on a phone at the bottom. */
  side: 'left' | 'right' | 'bottom' | 'center';
  onClose: () => void;
  /** Footer that does not scroll. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A panel over the page, open while rendered. It is a native modal dialog: traps the focus, closes on Escape and
 * restores the focus; the page behind does not scroll (components.css). Links in it close it.
 */
export function Drawer({ title, side, onClose, footer, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const opener = document.activeElement;
    if (!dialog.current?.open) dialog.current?.showModal();
    // On touch screens, focusing a field would open the keyboard.
    if (matchMedia('(hover: hover)').matches) dialog.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      // Unless something else has the focus by now, such as a field of the page.
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const element = dialog.current;
    const onClick = ({ target }: MouseEvent) => {
      if (target === element || (target as Element).closest('a')) onClose();
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [onClose]);

  return (
    <dialog ref={dialog} className="sheet" data-side={side} aria-labelledby={titleId} onClose={() => onClose()}>
      <div className="sheet-head">
        <h2 id={titleId} className="text-2xl">
          {title}
        </h2>
        <button type="button" className="icon-button -mr-3" aria-label="Close" onClick={() => onClose()}>
          <Icon name="x" />
        </button>
      </div>
      <div className="sheet-body">{children}</div>
      {footer && <div className="sheet-foot">{footer}</div>}
    </dialog>
  );
}
