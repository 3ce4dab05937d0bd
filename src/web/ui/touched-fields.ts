let touched = new WeakSet<EventTarget>();
if (!import.meta.env.SSR) {
  // Input before this script ran was recorded by `inline-scripts/early-input.ts`.
  for (const [type, target] of window.earlyEvents ?? []) if (type === 'input') touched.add(target);
  addEventListener('input', ({ target }) => target && touched.add(target), { capture: true });
  // A click on a checkbox can hydrate the form around it, before the checkbox tells of its input.
  addEventListener(
    'click',
    ({ target }) => (target as HTMLInputElement).type === 'checkbox' && touched.add(target as HTMLInputElement),
    { capture: true },
  );
  onPageRestored(() => {
    touched = new WeakSet();
  });
}

/** Whether the visitor changed a field on this page. Browsers also change fields, when they restore a form after Back. */
export const isTouched = (field: EventTarget): boolean => touched.has(field);

/**
 * Calls back when Back or Forward shows the page from the back/forward cache.
 * @returns removes the listener
 */
export function onPageRestored(listener: () => void): () => void {
  const listen = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', listen);
  return () => removeEventListener('pageshow', listen);
}
