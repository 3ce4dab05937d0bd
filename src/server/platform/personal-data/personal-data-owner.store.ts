import { redactAuditOfPerson } from '../audit/redact-audit.store.ts';
import type { PersonalDataOwner } from './personal-data.ts';

/** Sessions, tokens and audit rows. */
export const platformPersonalData: PersonalDataOwner = {
  async deleteBelongings(tx, userId) {
    await tx.deleteFrom('session').where('user_id', '=', userId).execute();
    await tx.deleteFrom('known_login_address').where('user_id', '=', userId).execute();
    await tx.deleteFrom('one_time_token').where('user_id', '=', userId).execute();
    // Stored responses for the account; those of anonymous requests (a registration) are encrypted and expire within a
    // day.
    await tx.deleteFrom('idempotency_record').where('scope', 'like', `user ${userId} %`).execute();
  },
  anonymise: redactAuditOfPerson,
};
