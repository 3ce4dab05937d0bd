import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';
import { toastFailure } from './toast.ts';

/** A lazy component. If its chunk fails to load, offline or after a deployment, `fallback` is rendered instead. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback: ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => ({ default: fallback })));
}

/** A lazy dialog. If its chunk fails to load, a toast says so and the dialog closes. */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazyPart(load, CouldNotOpen);
}

function CouldNotOpen({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toastFailure('This could not be opened. Please reload the page.');
    onClose();
  });
  return null;
}

/** Whether a dialog is open. While one moves out it can be opened again, as another one with its own `key`. */
export function useOpening() {
  const [{ times, isOpen }, set] = useState({ times: 0, isOpen: false });
  return {
    isOpen,
    key: times,
    open: () => set({ times: times + 1, isOpen: true }),
    close: () => set((now) => (now.times === times ? { times, isOpen: false } : now)),
  };
}
