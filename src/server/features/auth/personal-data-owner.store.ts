import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const authPersonalData: PersonalDataOwner = {
  async deleteBelongings(tx, userId) {
    await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute();
    await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    await tx.deleteFrom('login_challenge').where('user_id', '=', userId).execute();
    await tx.deleteFrom('email_change').where('user_id', '=', userId).execute();
  },
  async anonymise(tx, { emails }) {
    if (emails.length === 0) return;
    await tx.deleteFrom('login_failure').where('email', 'in', emails).execute();
    await tx.deleteFrom('password_reset_request').where('email', 'in', emails).execute();
  },
};
