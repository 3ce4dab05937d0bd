import { type SyntheticEvent, useEffect, useRef } from 'react';
import { EMPTY_DOCUMENT, parseInertDocument } from '#web/ssr/trusted-types.ts';

/** The HTML of a mail in an iframe that runs no scripts and cannot reach the page. Links open in a new tab. */
export function MailPreview({ html, title }: { html: string; title: string }) {
  const sizes = useRef<ResizeObserver>(undefined);
  useEffect(() => () => sizes.current?.disconnect(), []);

  const fill = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = frame.contentDocument;
    if (!page) return;
    write(page, html);
    sizes.current?.disconnect();
    sizes.current = new ResizeObserver(() => {
      frame.style.height = `${Math.ceil(page.body.getBoundingClientRect().height)}px`;
    });
    sizes.current.observe(page.body);
  };

  return (
    <iframe
      title={title}
      className="mail-preview"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={EMPTY_DOCUMENT}
      onLoad={fill}
    />
  );
}

/**
 * Writes a mail into an empty document. The shop's content security policy also applies in its iframes and blocks
 * inline styles, so the mail's styles are set through the CSSOM.
 */
function write(page: Document, html: string): void {
  const sheets: string[] = [];
  const plain = html
    .replaceAll(/<style>(.*?)<\/style>/gs, (_, rules: string) => {
      sheets.push(rules);
      return '';
    })
    .replaceAll(' style="', ' data-style="');
  const mail = parseInertDocument(plain);
  page.replaceChild(page.adoptNode(mail.documentElement), page.documentElement);
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  for (const link of page.links) link.setAttribute('target', '_blank');
  const view = page.defaultView;
  if (!view) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(sheets.join('\n'));
  page.adoptedStyleSheets = [sheet];
}
