import { onDevice } from '#web/api/browser-storage.ts';

/** Stored on this device only. */
const KEY = 'recently_viewed';
/** One more than shown, because the current product is left out. */
const KEPT = 7;

export interface Viewed {
  readonly id: number;
  readonly name: string;
  readonly image: string | null;
}

/** Recently viewed products, newest first; an unreadable list is empty. */
export function viewedProducts(): Viewed[] {
  const list = onDevice.readJson(KEY);
  return Array.isArray(list) ? list.filter((one) => Number.isInteger(one?.id) && typeof one.name === 'string') : [];
}

export interface Seen {
  id: number;
  name: string;
  images: readonly string[];
}

export function rememberViewed({ id, name, images }: Seen): void {
  const others = viewedProducts().filter((other) => other.id !== id);
  const viewed: Viewed = { id, name, image: images[0] ?? null };
  onDevice.writeJson(KEY, [viewed, ...others].slice(0, KEPT));
}

export const forgetViewed = (): void => onDevice.remove(KEY);
