import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const cartPersonalData: PersonalDataOwner = {
  async deleteBelongings(tx, userId) {
    await tx.deleteFrom('cart_line').where('user_id', '=', userId).execute();
    await tx.deleteFrom('cart').where('user_id', '=', userId).execute();
  },
};
