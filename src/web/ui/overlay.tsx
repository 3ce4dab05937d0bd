import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Layer, openLayer } from './layer.ts';

/**
 * Shows a dialog outside of the page's components: pages need no place for it, and its code stays out of theirs. The
 * browser's Back closes it, and so do links in it.
 */
export function openOverlay(render: (close: Layer['close']) => ReactNode): void {
  const place = document.createElement('div');
  const root = createRoot(place);
  const layer = openLayer(
    () => place,
    () => {
      root.unmount();
      place.remove();
    },
  );
  place.addEventListener('click', layer.followLink, { capture: true });
  document.body.append(place);
  root.render(render(layer.close));
}
