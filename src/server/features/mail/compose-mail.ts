export interface MailContent {
  readonly shopName: string;
  /** The line that a mailbox shows beside the subject. */
  readonly preheader?: string | undefined;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do; its address also stands in full below, for readers that show no buttons. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** Label and value per row, such as what was bought and for how much. */
  readonly table?: readonly (readonly [label: string, value: string])[] | undefined;
  /** Why the reader got this mail. */
  readonly footer: string;
}

const INK = '#1f1d1a';
const MUTED = '#6b655c';
const PAPER = '#f6f2ea';
const LINE = '#e2dbcd';
const ACCENT = '#1f4d3a';
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A reader's line breaks survive. */
function lines(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>');
}

function htmlTable(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid ${LINE};color:${MUTED}">${lines(label)}</td>` +
      `<td style="padding:8px 0;border-bottom:1px solid ${LINE};text-align:right">${lines(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 24px;font-size:15px">${cells.join('')}</table>`;
}

function htmlAction({ label, url }: { readonly label: string; readonly url: string }): string {
  const address = escapeHtml(url);
  return (
    `<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:4px;background:${ACCENT};color:#fff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>` +
    `<p style="margin:0 0 24px;font-size:13px;color:${MUTED}">Or open this address:<br><a href="${address}" style="color:${MUTED};word-break:break-all">${address}</a></p>`
  );
}

function htmlMail(mail: MailContent): string {
  const preheader = mail.preheader
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preheader)}</div>`
    : '';
  const paragraphs = mail.paragraphs.map((text) => `<p style="margin:0 0 16px">${lines(text)}</p>`).join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(mail.heading)}</title></head>` +
    `<body style="margin:0;padding:24px 12px;background:${PAPER};color:${INK};${FONT};font-size:16px;line-height:1.5">${preheader}` +
    `<table role="presentation" align="center" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;margin:0 auto"><tr><td>` +
    `<p style="margin:0 0 16px;font-family:Georgia,serif;font-size:22px">${escapeHtml(mail.shopName)}</p>` +
    `<div style="padding:32px;background:#fff;border:1px solid ${LINE};border-radius:6px">` +
    `<h1 style="margin:0 0 16px;font-family:Georgia,serif;font-size:26px;line-height:1.25;font-weight:600">${escapeHtml(mail.heading)}</h1>` +
    paragraphs +
    (mail.table?.length ? htmlTable(mail.table) : '') +
    (mail.action ? htmlAction(mail.action) : '') +
    `</div><p style="margin:16px 0 0;font-size:13px;color:${MUTED}">${lines(mail.footer)}</p>` +
    `</td></tr></table></body></html>`
  );
}

function textMail(mail: MailContent): string {
  return [
    mail.shopName,
    mail.heading,
    ...mail.paragraphs,
    ...(mail.table?.length ? [mail.table.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(mail.action ? [`${mail.action.label}:\n${mail.action.url}`] : []),
    `--\n${mail.footer}`,
  ].join('\n\n');
}

/** Both bodies of a mail in the shop's one look. Everything given is text: nothing in it becomes markup. */
export function composeMail(mail: MailContent): { text: string; html: string } {
  return { text: textMail(mail), html: htmlMail(mail) };
}
