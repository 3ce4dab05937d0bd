import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Additional classes, such as the width. */
  className?: string;
  /** Called before Escape, the backdrop or the close button close it; false keeps it open. */
  mayClose?: () => boolean;
}

/** A native modal dialog: traps the focus, closes on Escape and backdrop clicks, and restores the focus. */
export function Dialog({ isOpen, onClose, title, children, className = '', mayClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const askToClose = () => (!mayClose || mayClose()) && onClose();

  // Close it before the element unmounts: only then is the focus restored.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) {
      element.showModal();
      // By default the browser focuses the close button. On touch screens, focusing a field would open the keyboard.
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
    // Selecting text and releasing outside is not a backdrop click.
    let isPressed = false;
    const onPress = (event: PointerEvent) => {
      isPressed = event.target === dialog.current;
    };
    // The second click of a double click was meant for the button that opened it.
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
        // File inputs inside fire their own `cancel` event.
        if (event.target !== event.currentTarget || !mayClose) return;
        event.preventDefault();
        askToClose();
      }}
      onClose={(event) => {
        if (!isOpen || event.currentTarget.open) return;
        // Browsers close at the second Escape regardless.
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

interface ConfirmDialogProps extends Omit<DialogProps, 'className'> {
  /** Names the action, such as 'Delete product'. */
  confirmLabel: string;
  /** Label of the button that changes nothing, if 'Cancel' would be ambiguous. */
  cancelLabel?: string;
  /** Meanwhile the dialog stays open, to show a refusal, unless `mayClose` says otherwise. */
  busy?: string | false;
  onConfirm: () => void;
}

/** Confirms an action that cannot be undone; `children` names the object and the consequences. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  busy,
  mayClose = () => !busy,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialog} mayClose={mayClose}>
      <div className="text-muted">{children}</div>
      <div className="dialog-buttons">
        <Button look="secondary" data-first-focus onClick={() => mayClose() && dialog.onClose()}>
          {cancelLabel}
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
