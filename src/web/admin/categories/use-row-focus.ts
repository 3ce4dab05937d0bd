import { type RefObject, useLayoutEffect, useRef } from 'react';

interface RowFocus {
  /** Call it before a row moves: its button, which loses the focus by that, gets it back. */
  keep(): void;
  /** Focuses the control with this accessible name as soon as the list shows it, such as on the next page. */
  moveTo(name: string): void;
}

/** Where the keyboard focus is while rows of `list` change their places. */
export function useRowFocus(list: RefObject<HTMLElement | null>, isBusy: boolean): RowFocus {
  const kept = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body && kept.current instanceof HTMLElement) kept.current.focus();
    if (!isBusy) kept.current = null;
  });

  const awaited = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (awaited.current === null) return;
    const controls = [...(list.current?.querySelectorAll<HTMLElement>('[aria-label]') ?? [])];
    const control = controls.find(({ ariaLabel }) => ariaLabel === awaited.current);
    if (!control) return;
    awaited.current = null;
    control.focus();
  });

  return {
    keep: () => {
      kept.current = document.activeElement;
    },
    moveTo: (name) => {
      awaited.current = name;
    },
  };
}
