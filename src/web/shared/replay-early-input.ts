/**
 * Replays what happened before hydration, in order. A field reports only its final value, unless it has changed since:
 * then React has seen a later event, and may already have reset a controlled field to the value shown before.
 */
export async function replayEarlyInput(events: readonly EarlyEvent[]): Promise<void> {
  const contents = new Map(events.map(([, target, content]) => [target, content]));
  const reported = new Set<HTMLElement>();
  for (const [type, target] of events) {
    if (!target.isConnected) continue;
    if (type === 'click') target.click();
    else if (type === 'submit') (target as HTMLFormElement).requestSubmit();
    else if (!reported.has(target) && (contentOf(target) === contents.get(target) || isResetRadio(target)))
      reportValue(target);
    if (type === 'input') reported.add(target);
    // Let React apply each event before the next one, as with real input.
    await undefined;
  }
}

/** A recorded radio button was chosen. If it no longer is, React has rendered again and reset it, which happens before this code has loaded. */
const isResetRadio = (field: HTMLElement): boolean =>
  field instanceof HTMLInputElement && field.type === 'radio' && !field.checked;

/** As the recorder writes it (inline-scripts/early-input.ts). */
function contentOf(field: HTMLElement): string {
  const { value, checked } = field as HTMLInputElement;
  return `${value}${checked}`;
}

/** While hydrating, React takes the current value as known and reports only later changes. */
function reportValue(field: HTMLElement): void {
  if (field instanceof HTMLSelectElement) {
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  } else if (field instanceof HTMLTextAreaElement) {
    retype(field, HTMLTextAreaElement.prototype);
  } else if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    field.checked = field.type === 'checkbox' && !field.checked;
    field.click();
  } else if (field instanceof HTMLInputElement) {
    retype(field, HTMLInputElement.prototype);
  }
}

function retype(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const typed = field.value;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
