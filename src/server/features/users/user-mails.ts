import { composeMail, type MailShop, type MailToQueue, paragraphsOf } from '#server/features/mail/index.ts';
import type { UserRow } from './users.store.ts';

type To = Pick<UserRow, 'id' | 'name' | 'email'>;

/** For somebody whose account the merchant created. @param token valid for a week. */
export function invitationMail(shop: MailShop, to: To, token: string): MailToQueue {
  const heading = `Your account at ${shop.shopName}`;
  return {
    kind: 'invitation',
    to: { name: to.name, email: to.email },
    subject: heading,
    userId: to.id,
    isConfidential: true,
    ...composeMail({
      shop,
      preheader: 'Please choose a password.',
      heading,
      paragraphs: [
        `Hello ${to.name},`,
        'we have opened an account for you. Please choose a password, and you can log in. The link works once and for a week.',
        'If you did not expect this, please ignore this email.',
      ],
      action: { label: 'Choose a password', url: `${shop.appUrl}/reset-password?token=${encodeURIComponent(token)}` },
      footer: `You receive this email because ${shop.shopName} created an account with this address.`,
    }),
  };
}

/** A message from the merchant to one person. */
export function merchantMail(
  shop: MailShop,
  to: To,
  { subject, message }: { readonly subject: string; readonly message: string },
): MailToQueue {
  return {
    kind: 'merchant-message',
    to: { name: to.name, email: to.email },
    replyTo: { name: shop.shopName, email: shop.contactEmail },
    subject,
    userId: to.id,
    ...composeMail({
      shop,
      heading: subject,
      paragraphs: paragraphsOf(message),
      footer: `You receive this email because of your account at ${shop.shopName}.`,
    }),
  };
}
