import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Width and the like. */
  className?: string;
  /** Asked before Escape, the backdrop or the cross close it; when it says no, it stays open. */
  mayClose?: () => boolean;
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape and on its backdrop, and gives the focus back. */
export function Dialog({ isOpen, onClose, title, children, className = '', mayClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const askToClose = () => (!mayClose || mayClose()) && onClose();

  // Before the element leaves the page too: only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) {
      element.showModal();
      // The browser would begin at the cross. On a touch screen, a field would call the keyboard over the dialog.
      const first = matchMedia('(hover: hover)').matches && element.querySelector<HTMLElement>('[data-first-focus]');
      (first || heading.current)?.focus();
    }
    return () => {
      if (isOpen && element?.open) element.close();
    };
  }, [isOpen]);

  const onBackdrop = useRef(askToClose);
  useEffect(() => {
    onBackdrop.current = askToClose;
  });
  useEffect(() => {
    // Who selects a text in it and lets go beside it has not pressed the backdrop.
    let isPressed = false;
    const onPress = (event: PointerEvent) => {
      isPressed = event.target === dialog.current;
    };
    // The second of two quick clicks was meant for the button that opened it.
    const onClick = ({ target, detail }: MouseEvent) =>
      isPressed && detail < 2 && target === dialog.current && onBackdrop.current();
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('click', onClick);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file field inside sends a `cancel` of its own.
        if (event.target !== event.currentTarget || !mayClose) return;
        event.preventDefault();
        askToClose();
      }}
      onClose={(event) => {
        if (!isOpen || event.currentTarget.open) return;
        // Browsers close at the second Escape, whatever the page says to it.
        if (mayClose && !mayClose()) event.currentTarget.showModal();
        else onClose();
      }}
    >
      {isOpen && (
        <div className="p-6">
          <div className="mb-4 flex items-start gap-4">
            <h2 ref={heading} id={titleId} tabIndex={-1} className="flex-1 text-2xl outline-none">
              {title}
            </h2>
            <button type="button" className="icon-button -m-2" aria-label="Close" onClick={askToClose}>
              <Icon name="x" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'className' | 'mayClose'> {
  /** Names the action, such as 'Delete product'. */
  confirmLabel: string;
  /** Names leaving everything as it is, where 'Cancel' would be taken for the action. */
  cancelLabel?: string;
  busy?: string | false;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone; `children` name the object and what follows. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  busy,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialog}>
      <div className="text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" data-first-focus onClick={dialog.onClose}>
          {cancelLabel}
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
