import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const newsletterPersonalData: PersonalDataOwner = {
  async anonymise(tx, { emails }) {
    if (emails.length > 0) await tx.deleteFrom('newsletter_subscription').where('email', 'in', emails).execute();
  },
};
