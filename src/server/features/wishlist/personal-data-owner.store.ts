import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const wishlistPersonalData: PersonalDataOwner = {
  async deleteBelongings(tx, userId) {
    await tx.deleteFrom('wishlist_entry').where('user_id', '=', userId).execute();
  },
};
