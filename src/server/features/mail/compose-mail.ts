import type { Sealer } from '#server/platform/security/sealing.ts';
import type { MailBodies, MailContent } from './mail-content.ts';
import { htmlMail } from './mail-html.ts';
import { textMail } from './mail-text.ts';

/** Bodies that `queueMail` takes: it encrypts them. */
export interface ComposedMail extends MailBodies {
  readonly sealer: Pick<Sealer, 'seal'>;
}

/**
 * Both bodies of a mail: readable without pictures, styles or HTML, in light and dark themes. All input is text;
 * nothing becomes markup.
 */
export function composeMail(mail: MailContent): ComposedMail {
  return { text: textMail(mail), html: htmlMail(mail), sealer: mail.shop.sealer };
}
