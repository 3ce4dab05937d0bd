import type { EarlySign } from '#web/ssr/early-signs.ts';

/** Makes up for what was done before the page came to life, in its order; a field tells what it holds at last. */
export async function replayEarly(signs: readonly EarlySign[]): Promise<void> {
  const told = new Set<HTMLElement>();
  for (const [type, target] of signs) {
    if (!target.isConnected) continue;
    if (type === 'click') target.click();
    else if (type === 'submit') (target as HTMLFormElement).requestSubmit();
    else if (!told.has(target)) tellAgain(target);
    if (type === 'input') told.add(target);
    // What one brings about is there before the next, as under a hand.
    await undefined;
  }
}

/** React takes what it finds in a field as seen; only what differs from that is a change to it. */
function tellAgain(field: HTMLElement): void {
  if (field instanceof HTMLSelectElement) {
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  } else if (field instanceof HTMLTextAreaElement) {
    typeAgain(field, HTMLTextAreaElement.prototype);
  } else if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    field.checked = field.type === 'checkbox' && !field.checked;
    field.click();
  } else if (field instanceof HTMLInputElement) {
    typeAgain(field, HTMLInputElement.prototype);
  }
}

function typeAgain(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const typed = field.value;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
