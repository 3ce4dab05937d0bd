import { useEffect, useRef, useState } from 'react';

/** A pointer that only passes over an item opens nothing. */
const OPEN_MS = 150;
/** Leaves time to move the pointer to the panel. */
const CLOSE_MS = 300;

export type OpenPanel = ReturnType<typeof useOpenPanel>;

/**
 * Tracks the open panel of a menu. A click on an item's button or hovering opens it; a click outside, Escape and navigation close it.
 * @param visit changes with each page visit
 */
export function useOpenPanel(visit: string) {
  /** Id of the item with the open panel; 0: none. */
  const [open, setOpen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Opened by hovering: a click on the button then keeps it open. */
  const isByPointer = useRef(false);

  const show = (id: number) => {
    clearTimeout(timer.current);
    isByPointer.current = false;
    setOpen(id);
  };
  const later = (id: number, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      isByPointer.current = id !== 0;
      setOpen(id);
    }, delay);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when `visit` changes, to close the panel after a navigation.
  useEffect(() => {
    clearTimeout(timer.current);
    setOpen(0);
  }, [visit]);
  useEffect(() => {
    if (open === 0) return;
    const closeOutside = ({ target }: Event) => {
      if (!list.current?.contains(target as Node)) setOpen(0);
    };
    // On the document, because a panel opened by hovering does not have the focus.
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(0);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    /** The element around all items. */
    list,
    open,
    show,
    /** A click on the button of an item. */
    toggle: (id: number) => show(open === id && !isByPointer.current ? 0 : id),
    /** The pointer is over an item; 0: over one without a panel. */
    rest: (id: number) => later(id, OPEN_MS),
    leave: () => later(0, CLOSE_MS),
  };
}
