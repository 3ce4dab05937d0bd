import { hashToken, refuse } from '#plugin';
import { alertRefusals, type LinkedAlert } from '../contract.ts';
import type { AlertKind, Services } from '../tables.ts';
import { deleteAlert, deleteAlertsOf, type Owner } from './alerts.store.ts';
import { findByDeliveryToken } from './linked-alerts.store.ts';

interface LinkedRow {
  readonly kind: AlertKind;
  readonly product_id: number;
  readonly product: string;
  readonly variant: string | null;
  readonly confirmed_at: Date | null;
  readonly ended_at: Date | null;
}

export const linkedAlertView = ({
  kind,
  product_id,
  product,
  variant,
  confirmed_at,
  ended_at,
}: LinkedRow): LinkedAlert => ({
  kind,
  product: { id: product_id, name: product },
  variant,
  is_active: confirmed_at !== null && ended_at === null,
});

/** The alert that a mail was sent for. @throws a refusal `link_invalid` */
export async function readLinkedAlert({ db }: Services, token: string): Promise<LinkedAlert> {
  const row = await findByDeliveryToken(db, hashToken(token));
  if (!row) throw refuse(alertRefusals.link_invalid);
  return linkedAlertView(row);
}

/**
 * Removes the alert that a mail was sent for.
 * @param all with all others of its reader
 * @throws a refusal `link_invalid`
 */
export async function unsubscribe({ db }: Services, token: string, all: boolean): Promise<void> {
  const row = await findByDeliveryToken(db, hashToken(token));
  if (!row) throw refuse(alertRefusals.link_invalid);
  const owner: Owner = row.user_id === null ? { email: row.email ?? '' } : { userId: row.user_id };
  if (all) await deleteAlertsOf(db, owner);
  else await deleteAlert(db, row.id, owner);
}
