import { useEffect, useRef } from 'react';
import { layers } from './back-button.ts';
import { navigate } from './link.tsx';
import { moveOut } from './move-out.ts';

/** Something over the page, such as the cart's drawer or the phone menu. */
export interface Layer {
  /** Closes it; `then` runs once the page below is in use again. */
  close: (then?: () => void) => void;
  /** For the clicks in it: a link closes it, then opens its page. `data-state` is the link's location state in JSON. */
  followLink: (event: MouseEvent) => void;
}

const FIRST = { capture: true } as const;

/**
 * Lets the browser's Back close a layer: while it is open there is one more history entry, hidden from the router.
 * @param parts where its dialogs are; they move out before `onGone`
 */
export function openLayer(parts: () => Element | null | undefined, onGone: () => void): Layer {
  const mark = Math.random();
  let isClosing = false;
  let after = () => {};

  const finish = () => {
    isClosing = true;
    const at = layers.indexOf(finish);
    if (at >= 0) layers.splice(at, 1);
    const gone = moveOut(parts());
    after();
    void gone.then(onGone);
  };
  const close: Layer['close'] = (then) => {
    if (isClosing) return;
    isClosing = true;
    if (then) after = then;
    if (history.state?.layer === mark) history.back();
    // The page has changed meanwhile, for example to the login.
    else setTimeout(finish);
  };
  const followLink = (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented, target } = event;
    const link = (target as Element).closest('a');
    if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented || link.target) return;
    if (link.origin !== location.origin) return;
    event.preventDefault();
    event.stopPropagation();
    const { state = 'null' } = link.dataset;
    close(() => navigate(link.pathname + link.search + link.hash, { state: JSON.parse(state) }));
  };

  layers.push(finish);
  history.pushState({ ...history.state, layer: mark }, '');
  return { close, followLink };
}

/**
 * `openLayer` for a component that is mounted while it is open.
 * @param parts an element in its dialog
 */
export function useLayer(parts: { readonly current: Element | null }, onGone: () => void): Layer['close'] {
  const latest = useRef(onGone);
  const layer = useRef<Layer>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = onGone;
  });
  useEffect(() => {
    const dialog = parts.current?.closest('dialog');
    // In development React runs each effect twice: the second run keeps the layer of the first.
    clearTimeout(closing.current);
    layer.current ??= openLayer(
      () => dialog,
      () => latest.current(),
    );
    const { close, followLink } = layer.current;
    dialog?.addEventListener('click', followLink, FIRST);
    return () => {
      dialog?.removeEventListener('click', followLink, FIRST);
      closing.current = setTimeout(close);
    };
  }, [parts]);
  return (then) => layer.current?.close(then);
}
