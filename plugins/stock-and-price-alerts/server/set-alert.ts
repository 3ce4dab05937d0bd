import { type Caller, refuse } from '#plugin';
import { alertRefusals, MAX_ALERTS } from '../contract.ts';
import type { Services } from '../tables.ts';
import {
  countActive,
  deleteAlertAbout,
  findAccount,
  findAlert,
  insertAlert,
  lockOwner,
  setAgain,
} from './alerts.store.ts';
import { requireOffer, type Subject } from './subject.ts';

/**
 * Sets an alert of a customer. One that is on stays as it is.
 * @returns its id
 * @throws a refusal when it cannot be set
 */
export async function setAlert(services: Services, caller: Caller, subject: Subject): Promise<number> {
  const { price } = await requireOffer(services, subject);
  const at = services.now();
  const owner = { userId: caller.userId };
  const email = caller.email.toLowerCase();
  const alert = { priceCents: subject.kind === 'price' ? price : null, confirmedAt: at, at };
  return services.transaction(async (tx) => {
    await lockOwner(tx, owner);
    const existing = await findAlert(tx, owner, subject);
    if (existing?.isActive) return existing.id;
    if ((await countActive(tx, owner)) >= MAX_ALERTS) throw refuse(alertRefusals.too_many);
    // One that was set as a guest would mail the same address. An address that is not verified may be somebody else's.
    if ((await findAccount(tx, email))?.verified) await deleteAlertAbout(tx, { email }, subject);
    if (!existing) return insertAlert(tx, owner, subject, alert);
    await setAgain(tx, existing.id, alert);
    return existing.id;
  });
}
