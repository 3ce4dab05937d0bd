import { type ComponentType, type LazyExoticComponent, lazy, type RefObject, useLayoutEffect } from 'react';
import { toastFailure } from './toast.ts';

/** Assistive technology may fire only the last two. */
const INTERACTIONS = ['pointerover', 'touchstart', 'keydown', 'focusin', 'click', 'input', 'submit'];

/** Listens in the capture phase: React stops the propagation of events inside a dehydrated boundary. */
const firstInteraction = new Promise<void>((resolve) => {
  if (import.meta.env.SSR) return;
  for (const type of INTERACTIONS) addEventListener(type, () => afterPaint(resolve), { once: true, capture: true });
});

/** Runs after the browser has painted its response to the current event. */
export function afterPaint(work: () => void): void {
  // A background tab paints nothing.
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

const REPEAT_MS = 50;
let repeatsLeft = 0;
let lastClicked: HTMLElement | null = null;
if (!import.meta.env.SSR) addEventListener('click', repeatUntilHydrated, { capture: true });

/** The button that the visitor clicked last. */
export const lastClickedButton = () => lastClicked;

/**
 * React stops a click inside a part that is not hydrated yet before it arrives at its target. The button is clicked
 * again until the part is hydrated, for ten seconds at most.
 */
function repeatUntilHydrated({ target, isTrusted }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>('button[type=button]');
  // Before the page itself hydrates, `inline-scripts/early-input.ts` records clicks.
  if (!button || window.earlyEvents) return;
  if (isTrusted || button !== lastClicked) repeatsLeft = 10_000 / REPEAT_MS;
  lastClicked = button;
  const timer = setTimeout(() => {
    button.removeEventListener('click', arrive, { capture: true });
    if (button === lastClicked && button.isConnected && repeatsLeft-- > 0) button.click();
  }, REPEAT_MS);
  const arrive = () => clearTimeout(timer);
  button.addEventListener('click', arrive, { capture: true, once: true });
}

let heldSubmit: EventTarget | null = null;
let hasChunkFailed = false;
if (!import.meta.env.SSR) addEventListener('submit', holdSubmit, { capture: true });

function holdSubmit(event: SubmitEvent): void {
  // Events recorded by `inline-scripts/early-input.ts` are prevented here and replayed later.
  if (event.defaultPrevented || !(event.target as HTMLElement).hasAttribute('data-dehydrated')) return;
  event.preventDefault();
  event.stopPropagation();
  if (hasChunkFailed) toastNotSent();
  else heldSubmit = event.target;
}

const toastNotSent = () => toastFailure('This could not be sent. Please reload the page.');

/**
 * For a form rendered with `data-dehydrated` inside a part that hydrates on interaction. A submit before hydration is
 * held and sent afterwards; otherwise the browser would post it to the page's own address.
 */
export function useHeldSubmit(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    form.current?.removeAttribute('data-dehydrated');
    if (!form.current || form.current !== heldSubmit) return;
    heldSubmit = null;
    form.current.requestSubmit();
  }, [form]);
}

/**
 * A part of the page that the server renders in full and that works as plain HTML. The browser loads its chunk and
 * hydrates it on the first interaction with the page. Wrap it in its own `<Suspense>`. If the chunk fails to load, the
 * server's HTML stays until the page changes around it.
 * @param isNeededNow whether this visitor needs it before the first interaction
 * @returns the part. After `preload`, for client-side navigation, it renders at once instead of after the page.
 */
export function hydrateOnInteraction<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isNeededNow?: () => boolean,
): LazyExoticComponent<ComponentType<P>> & { preload: () => Promise<unknown> } {
  let loaded: { default: ComponentType<P> } | undefined;
  const part = lazy(() => {
    if (import.meta.env.SSR) return load();
    if (loaded) return atOnce(loaded);
    return (isNeededNow?.() ? load() : firstInteraction.then(load)).catch(stayDehydrated);
  });
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(part, { preload });
}

/** React does not suspend for a promise whose `then` calls back synchronously. */
function atOnce<T>(value: T): Promise<T> {
  const then = (done: (ready: T) => void) => done(value);
  return Object.assign(Promise.resolve(value), { then });
}

/** Never settles: React keeps the server's HTML while it waits, and would replace it with anything else. */
function stayDehydrated(): Promise<never> {
  hasChunkFailed = true;
  if (heldSubmit) {
    heldSubmit = null;
    toastNotSent();
  }
  return new Promise(() => {});
}
