import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const accountPersonalData: PersonalDataOwner = {
  async deleteBelongings(tx, userId) {
    await tx.deleteFrom('user_address').where('user_id', '=', userId).execute();
    await tx.deleteFrom('user_avatar').where('user_id', '=', userId).execute();
  },
};
