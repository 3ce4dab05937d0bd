import type { MailContent, MailShop } from '#server/features/mail/index.ts';

/** What the shop says about itself in a mail. */
export type MailSender = Pick<MailShop, 'shopName' | 'appUrl' | 'contactEmail' | 'supportPhone'>;

/** Subject and content of one mail. Everything is plain text: nothing in it becomes markup. */
export type MailText = Omit<MailContent, 'shop'> & { readonly subject: string };

export interface MailDefinition<Data = never> {
  /** Unique in the plug-in, such as `review-request`; the outbox lists the mail as `<plugin>.<name>`. */
  readonly name: string;
  /** Names the mail in the back office. */
  readonly title: string;
  /** The mail carries a one-time link: only its reader sees its text, and the text is deleted once it is sent. */
  readonly isConfidential?: boolean;
  /** Data for the preview in the back office. */
  readonly sample: Data;
  compose(data: Data, sender: MailSender): MailText;
}

/**
 * A mail of a plug-in. List it under `mails` and send it with `services.queueMail`.
 * @example
 * export const reviewRequest = defineMail({
 *   name: 'review-request',
 *   title: 'Review request',
 *   sample: { product: 'Desk lamp', url: 'https://shop.example/reviews/abc' },
 *   compose: ({ product, url }, { shopName }) => ({
 *     subject: `How do you like ${product}?`,
 *     heading: 'Write a review',
 *     paragraphs: [`You bought ${product} at ${shopName}. Other customers would like to know what you think.`],
 *     action: { label: 'Write a review', url },
 *     footer: 'You receive this mail because you bought this product.',
 *   }),
 * });
 */
export function defineMail<Data>(mail: MailDefinition<Data>): MailDefinition<Data> {
  return mail;
}

/** A mail whatever its data, as a list holds it. */
export type AnyMail = Omit<MailDefinition<never>, 'sample'> & { readonly sample: unknown };
