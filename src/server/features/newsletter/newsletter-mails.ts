import { composeMail, type MailShop, type MailToQueue } from '#server/features/mail/index.ts';

interface NewsletterMail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
}

function newsletterMail(frame: MailShop, email: string, token: string, mail: NewsletterMail): MailToQueue {
  const { shopName, appUrl } = frame;
  return {
    kind: 'newsletter',
    to: { name: '', email },
    subject: `${mail.subject} — ${shopName}`,
    isConfidential: true,
    ...composeMail({
      shop: frame,
      heading: mail.subject,
      paragraphs: mail.paragraphs,
      action: { label: mail.label, url: `${appUrl}/newsletter?token=${encodeURIComponent(token)}` },
      footer: `You receive this email because this address was entered in the newsletter box of ${shopName}.`,
    }),
  };
}

export function confirmationMail(frame: MailShop, email: string, token: string): MailToQueue {
  return newsletterMail(frame, email, token, {
    subject: 'Please confirm your subscription',
    paragraphs: [
      'Please confirm that you would like our newsletter at this address. The link is valid for a week; afterwards, it also ends the subscription.',
      'If it was not you, there is nothing to do: without your confirmation we send no newsletter, and delete the address after a week.',
    ],
    label: 'Confirm subscription',
  });
}

/** For somebody who subscribes again, perhaps because the unsubscribe link was lost. */
export function alreadySubscribedMail(frame: MailShop, email: string, token: string): MailToQueue {
  return newsletterMail(frame, email, token, {
    subject: 'You are already subscribed',
    paragraphs: [
      'This address is already subscribed to our newsletter, so there is nothing to do.',
      'To unsubscribe, use the link below.',
    ],
    label: 'Manage subscription',
  });
}
