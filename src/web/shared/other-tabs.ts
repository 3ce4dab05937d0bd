/** What of a customer's lies on the server and is shown in every tab. */
export type Kept = 'cart' | 'wishlist';

/** One for telling and hearing: a channel does not hear itself. */
let channel: BroadcastChannel | undefined;

function opened(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel('shop');
  } catch {
    // Some browsers refuse it where site data is blocked: then each tab is by itself.
  }
  return channel;
}

/** Tells this browser's other tabs that something was changed from here. */
export const tellOtherTabs = (what: Kept): void => opened()?.postMessage(what);

/** @returns how to stop hearing */
export function hearOtherTabs(listener: (what: Kept) => void): () => void {
  const hear = ({ data }: MessageEvent<Kept>) => listener(data);
  opened()?.addEventListener('message', hear);
  return () => opened()?.removeEventListener('message', hear);
}
