import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type SavedCard = Data<'GET /account/cards'>['cards'][number];

/** Maximum wait for the saved cards; a card can be entered as well. */
const TIMEOUT_MS = 3_000;

/** Null: they failed to load. */
type SavedCardList = Pick<Data<'GET /account/cards'>, 'cards' | 'unavailable_providers'> | null;

let list: Promise<SavedCardList> | undefined;

async function request(): Promise<SavedCardList> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS));
  return Promise.race([call('GET /account/cards').catch(() => null), timeout]);
}

/** Requests the account's saved cards, while the payment is being opened. */
export function loadSavedCards(): void {
  list = request();
}

/** The saved cards, or null if they fail to load. */
export function savedCards(): Promise<SavedCardList> {
  list ??= request();
  return list;
}
