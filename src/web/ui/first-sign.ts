import { type ComponentType, type LazyExoticComponent, lazy, type RefObject, useLayoutEffect } from 'react';
import { toastFailure } from './toast.ts';

/** The last two are all there is of somebody who works with an assistive program. */
const SIGNS = ['pointerover', 'touchstart', 'keydown', 'focusin', 'click', 'input', 'submit'];

/**
 * Comes with the first sign that somebody is about to do something with the page. It listens on the way down: what
 * happens to a part that sleeps does not come up again.
 */
const firstSign = new Promise<void>((come) => {
  if (import.meta.env.SSR) return;
  for (const sign of SIGNS) addEventListener(sign, () => come(), { once: true, capture: true });
});

let clicked: EventTarget | null = null;
if (!import.meta.env.SSR) addEventListener('click', ({ target }) => (clicked = target), { capture: true });

/** What was clicked last: a part that slept until now has not heard of it, and can make up for it as it wakes. */
export const lastClicked = () => clicked;

let touched = new WeakSet<EventTarget>();
if (!import.meta.env.SSR) {
  // What was typed before this script came has been noted by `ssr/early-signs.ts`.
  for (const [type, target] of window.early ?? []) if (type === 'input') touched.add(target);
  addEventListener('input', ({ target }) => target && touched.add(target), { capture: true });
  onPageRestored(() => {
    touched = new WeakSet();
  });
}

/** Whether the visitor has changed a field on this page, rather than the browser, which restores fields after Back. */
export const isTouched = (field: EventTarget): boolean => touched.has(field);

/**
 * Calls back when Back or Forward shows the page as it was left, from the browser's memory.
 * @returns ends it
 */
export function onPageRestored(listener: () => void): () => void {
  const listen = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', listen);
  return () => removeEventListener('pageshow', listen);
}

let heldBack: EventTarget | null = null;
/** Whether the scripts of some part could not be had. */
let isAnyLost = false;
if (!import.meta.env.SSR) addEventListener('submit', holdBack, { capture: true });

function holdBack(event: SubmitEvent): void {
  // What `ssr/early-signs.ts` has kept is repeated from there.
  if (event.defaultPrevented || !(event.target as HTMLElement).hasAttribute('data-sleeps')) return;
  event.preventDefault();
  event.stopPropagation();
  if (isAnyLost) tellNotSent();
  else heldBack = event.target;
}

const tellNotSent = () => toastFailure('This could not be sent. Please reload the page.');

/**
 * For a form of a sleeping part that is rendered with `data-sleeps`: what was sent before it woke went nowhere, and is
 * sent now. Without this the browser would send it to the page's own address, which answers no such thing.
 */
export function useSentWhileAsleep(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    form.current?.removeAttribute('data-sleeps');
    if (!form.current || form.current !== heldBack) return;
    heldBack = null;
    form.current.requestSubmit();
  }, [form]);
}

/**
 * A part of the page that the server renders in full and that works as plain HTML; its scripts come with the first sign
 * of a visitor's hand. Put it into a `<Suspense>` of its own, which React brings to life then, without a change on screen.
 * Where its scripts cannot be had, it stays as the server has rendered it, until the page changes around it.
 */
export function wokenBySign<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => (import.meta.env.SSR ? load() : firstSign.then(load).catch(sleepOn)));
}

/** React leaves alone what it still waits for; anything else that it is given takes the place of the server's HTML. */
function sleepOn(): Promise<never> {
  isAnyLost = true;
  if (heldBack) {
    heldBack = null;
    tellNotSent();
  }
  return new Promise(() => {});
}
