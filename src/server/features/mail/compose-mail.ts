import type { MailContent } from './mail-content.ts';
import { htmlMail } from './mail-html.ts';
import { textMail } from './mail-text.ts';

/**
 * Both bodies of a mail in the shop's one look: readable without pictures, styles or HTML, in light and in dark.
 * Everything given is text: nothing in it becomes markup.
 */
export function composeMail(mail: MailContent): { text: string; html: string } {
  return { text: textMail(mail), html: htmlMail(mail) };
}
