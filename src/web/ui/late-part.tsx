import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';
import { toastFailure } from './toast.ts';

/**
 * A part whose scripts come later. Where they cannot be had, as without a connection or when another build has taken
 * their place, `instead` stands there: a part does not take its page with it.
 */
export function latePart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  instead: ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => ({ default: instead })));
}

/** The same for what a press opens. */
export function lateDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>) {
  return latePart(load, CouldNotOpen);
}

function CouldNotOpen({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toastFailure('This could not be opened. Please reload the page.');
    onClose();
  });
  return null;
}
