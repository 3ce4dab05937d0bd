import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Width and the like. */
  className?: string;
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape and on its backdrop, and gives the focus back. */
export function Dialog({ isOpen, onClose, title, children, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  useEffect(() => {
    const onBackdrop = (event: MouseEvent) => event.target === dialog.current && onClose();
    document.addEventListener('click', onBackdrop);
    return () => document.removeEventListener('click', onBackdrop);
  }, [onClose]);

  return (
    <dialog ref={dialog} className={`dialog ${className}`} aria-labelledby={titleId} onClose={onClose}>
      {isOpen && (
        <div className="p-6">
          <div className="mb-4 flex items-start gap-4">
            <h2 id={titleId} className="flex-1 text-2xl">
              {title}
            </h2>
            <button type="button" className="icon-button -m-2" aria-label="Close" onClick={onClose}>
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
        <Button look="secondary" onClick={dialog.onClose}>
          {cancelLabel}
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
