import type { MailShop } from './mail-shop.ts';

/** What a mail says, for readers of plain text and of HTML. */
export interface MailBodies {
  readonly text: string;
  readonly html: string;
}

/** A row of what was bought. */
export interface MailLine {
  readonly name: string;
  /** Such as the variant, or how many at which price. */
  readonly detail?: string | undefined;
  readonly amount: string;
}

/** What somebody wrote, parted where they left a line empty. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

export interface MailContent {
  readonly shop: MailShop;
  /** The line that a mailbox shows beside the subject. */
  readonly preheader?: string | undefined;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What the mail answers: set apart, as mail programs do it. */
  readonly quoted?: { readonly lead: string; readonly paragraphs: readonly string[] } | undefined;
  readonly lines?: readonly MailLine[] | undefined;
  /** Label and amount; the last one is what it all comes to. */
  readonly totals?: readonly (readonly [label: string, value: string])[] | undefined;
  /** What else the reader may look for, such as the address; a value may have several lines. */
  readonly facts?: readonly (readonly [label: string, value: string])[] | undefined;
  /** The one thing to do; its address also stands in full below, for readers that show no buttons. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** Why the reader got this mail. */
  readonly footer: string;
}
