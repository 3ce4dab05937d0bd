import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { onDevice } from '#web/api/browser-storage.ts';
import { ADMIN_PARTS } from './admin-parts.ts';

const OFF = 'admin_shortcuts_off';
/** Timeout for the second key of `g o`. */
const SECOND_KEY_MS = 1500;

/** Single-key shortcuts can be switched off per device, for speech input and accidental presses (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => onDevice.read(OFF) === null;

export function switchShortcuts(isOn: boolean): void {
  if (isOn) onDevice.remove(OFF);
  else onDevice.write(OFF, '1');
}

const TYPED_INTO = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Whether a key press belongs to the focused element or an open dialog. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element && target.closest(TYPED_INTO) !== null) || document.querySelector('dialog[open]') !== null;

export interface ShortcutActions {
  readonly openPalette: () => void;
  readonly openSheet: () => void;
}

/** Ctrl+K or ⌘K, `/`, `?` and `g` with a second key, on every back office page, except while typing. */
export function useShortcuts({ openPalette, openSheet }: ShortcutActions): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || isTaken(event)) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() !== 'k') return;
        event.preventDefault();
        openPalette();
        return;
      }
      if (!areShortcutsOn()) return;
      const isSecond = event.timeStamp < goUntil;
      goUntil = 0;
      const part = isSecond && ADMIN_PARTS.find(({ key }) => key === event.key);
      if (part) void navigate(part.path);
      else if (event.key === 'g') goUntil = event.timeStamp + SECOND_KEY_MS;
      else if (event.key === '?') openSheet();
      else if (event.key === '/') focusSearch(openPalette);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, openPalette, openSheet]);
}

/** Focuses the page's search, or opens the palette if it has none. */
function focusSearch(otherwise: () => void): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field) field.focus();
  else otherwise();
}
