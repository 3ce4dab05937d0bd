import { sql } from 'kysely';
import { ANONYMOUS_ADDRESS } from '#domain/accounts/anonymous-email.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const checkoutPersonalData: PersonalDataOwner = {
  async anonymise(tx, { userId, replacement: { name } }) {
    const gone = JSON.stringify({ name, ...ANONYMOUS_ADDRESS });
    await sql`
      UPDATE checkout_freeze SET fingerprint = ''::bytea, options = '[]',
             shipping_address = ${gone}::jsonb || jsonb_build_object('country', shipping_address -> 'country')
       WHERE checkout_id IN (SELECT id FROM checkout WHERE user_id = ${userId})`.execute(tx);
    await sql`
      UPDATE checkout_line SET adjustments = (
               SELECT jsonb_agg(a.each || '{"value": null}' ORDER BY a.position)
                 FROM jsonb_array_elements(adjustments) WITH ORDINALITY a(each, position))
       WHERE checkout_id IN (SELECT id FROM checkout WHERE user_id = ${userId}) AND adjustments <> '[]'`.execute(tx);
    // A late payment has no owner any more: it is refunded instead of becoming an order.
    await sql`
      UPDATE checkout SET user_id = NULL
       WHERE user_id = ${userId} AND status IN ('expired', 'cancelled')`.execute(tx);
  },
};
