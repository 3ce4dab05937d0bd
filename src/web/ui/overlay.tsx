import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { go } from './link.tsx';

/** Closes an overlay; `then` runs when it is gone. */
export type CloseOverlay = (then?: () => void) => void;

/**
 * Shows a dialog outside of the page's components: pages need no place for it, and its code stays out of theirs. It has
 * a history entry, so that the browser's Back closes it. Links in it close it first; `data-state` is their location
 * state in JSON.
 */
export function openOverlay(render: (close: CloseOverlay) => ReactNode): void {
  const mark = Math.random();
  const place = document.createElement('div');
  const root = createRoot(place);
  let isClosing = false;
  let after = () => {};

  const remove = () => {
    removeEventListener('popstate', onBack, { capture: true });
    root.unmount();
    place.remove();
    after();
  };
  // Hide it from the router: the page below has not changed.
  const onBack = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    remove();
  };
  const close: CloseOverlay = (then) => {
    if (isClosing) return;
    isClosing = true;
    if (then) after = then;
    if (history.state?.overlay === mark) history.back();
    // The page has changed meanwhile, for example to the login.
    else setTimeout(remove);
  };

  place.addEventListener('click', (event) => leaveByLink(event, close), { capture: true });
  addEventListener('popstate', onBack, { capture: true });
  history.pushState({ ...history.state, overlay: mark }, '');
  document.body.append(place);
  root.render(render(close));
}

function leaveByLink(event: MouseEvent, close: CloseOverlay): void {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented, target } = event;
  const link = (target as Element).closest('a');
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented || link.target) return;
  event.preventDefault();
  event.stopPropagation();
  const { state = 'null' } = link.dataset;
  close(() => go(link.pathname + link.search, { state: JSON.parse(state) }));
}
