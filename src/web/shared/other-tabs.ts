/** Customer data stored on the server and shown in every tab. */
export type SharedState = 'cart' | 'wishlist';

/** One channel for sending and receiving: a channel does not receive its own messages. */
let channel: BroadcastChannel | undefined;

function opened(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel('shop');
  } catch {
    // Some browsers refuse it when site data is blocked; then tabs are not synchronised.
  }
  return channel;
}

/** Tells this browser's other tabs about a change. */
export const notifyOtherTabs = (what: SharedState): void => opened()?.postMessage(what);

/** @returns unsubscribes */
export function onOtherTabsChange(listener: (what: SharedState) => void): () => void {
  const hear = ({ data }: MessageEvent<SharedState>) => listener(data);
  opened()?.addEventListener('message', hear);
  return () => opened()?.removeEventListener('message', hear);
}
