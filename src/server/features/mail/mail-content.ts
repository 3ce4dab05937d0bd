import type { MailShop } from './mail-shop.ts';

/** Content of a mail, rendered as plain text and HTML. */
export interface MailBodies {
  readonly text: string;
  readonly html: string;
}

/** A row of purchased items. */
export interface MailLine {
  readonly name: string;
  /** Such as the variant, or quantity and price. */
  readonly detail?: string | undefined;
  readonly amount: string;
}

/** Text that somebody wrote; empty lines separate paragraphs. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

export interface MailContent {
  readonly shop: MailShop;
  /** The preview line that mailboxes show beside the subject. */
  readonly preheader?: string | undefined;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The quoted text that the mail replies to. */
  readonly quoted?: { readonly lead: string; readonly paragraphs: readonly string[] } | undefined;
  readonly lines?: readonly MailLine[] | undefined;
  /** Label and amount; the last one is the total. */
  readonly totals?: readonly (readonly [label: string, value: string])[] | undefined;
  /** Other details, such as the address; a value may have several lines. */
  readonly facts?: readonly (readonly [label: string, value: string])[] | undefined;
  /** The call to action; its URL is also shown below for readers without buttons. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** Why the recipient got this mail. */
  readonly footer: string;
}
