import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';

export const mailPersonalData: PersonalDataOwner = {
  /** Deletes mails to the person and about their orders. */
  async anonymise(tx, { userId, emails }) {
    await tx
      .deleteFrom('mail')
      .where((eb) =>
        eb.or([
          eb('user_id', '=', userId),
          eb('order_id', 'in', eb.selectFrom('orders').select('orders.id').where('orders.user_id', '=', userId)),
          ...(emails.length > 0 ? [eb('to_email', 'in', emails), eb('reply_to_email', 'in', emails)] : []),
        ]),
      )
      .execute();
  },
};
