import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type SavedCard = Data<'GET /account/cards'>['cards'][number];

/** Maximum wait for the saved cards; a card can be entered as well. */
const TIMEOUT_MS = 3_000;

let cards: Promise<readonly SavedCard[]> | undefined;

async function request(): Promise<readonly SavedCard[]> {
  const timeout = new Promise<[]>((resolve) => setTimeout(() => resolve([]), TIMEOUT_MS));
  const known = call('GET /account/cards').then(
    (answer) => answer.cards,
    () => [],
  );
  return Promise.race([known, timeout]);
}

/** Requests the account's saved cards, while the payment is being opened. */
export function loadSavedCards(): void {
  cards = request();
}

/** The saved cards; none if they fail to load. */
export function savedCards(): Promise<readonly SavedCard[]> {
  cards ??= request();
  return cards;
}
