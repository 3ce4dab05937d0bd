import { lazy, Suspense, useCallback, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useShortcuts } from './shortcuts.ts';

const Palette = lazy(() => import('./palette.tsx'));

/** The command palette with its button, and the keyboard shortcuts of the back office. */
export function CommandPalette() {
  const [opened, setOpened] = useState<'palette' | 'sheet' | null>(null);
  const openPalette = useCallback(() => setOpened('palette'), []);
  const openSheet = useCallback(() => setOpened('sheet'), []);
  const close = () => setOpened(null);
  useShortcuts({ openPalette, openSheet });
  return (
    <>
      <button type="button" className="palette-button" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
        <Icon name="search" />
        <span className="truncate max-sm:sr-only">Find an order, product, user…</span>
        <kbd className="key ml-auto max-lg:hidden">Ctrl K</kbd>
      </button>
      {opened === 'palette' && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
      {opened === 'sheet' && <ShortcutSheet onClose={close} />}
    </>
  );
}
