import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const contactPersonalData: PersonalDataOwner = {
  async anonymise(tx, { emails }) {
    if (emails.length > 0) await tx.deleteFrom('contact_message').where('email', 'in', emails).execute();
  },
};
