import { useEffect, useRef, useState } from 'react';

/** Delay, so that a passing pointer opens nothing. */
const OPEN_MS = 150;
/** Time to reach the panel. */
const CLOSE_MS = 300;

export type OpenPanel = ReturnType<typeof useOpenPanel>;

/**
 * Which panel of a menu is open: by its button, or by resting the pointer on it. A click outside, Escape and the next page
 * close it.
 * @param visit changes with each page visit
 */
export function useOpenPanel(visit: string) {
  /** Id of the item with the open panel; 0: none. */
  const [open, setOpen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Opened by the pointer: a click on the button then keeps it open. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit of a page closes the panel.
  useEffect(() => {
    clearTimeout(timer.current);
    setOpen(0);
  }, [visit]);
  useEffect(() => {
    if (open === 0) return;
    const closeOutside = ({ target }: Event) => {
      if (!list.current?.contains(target as Node)) setOpen(0);
    };
    // The panel of a resting pointer, too, whatever has the focus.
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
    /** The pointer rests on an item; 0: on one without a panel. */
    rest: (id: number) => later(id, OPEN_MS),
    leave: () => later(0, CLOSE_MS),
  };
}
