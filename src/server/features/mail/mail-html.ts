import type { MailContent } from './mail-content.ts';
import type { MailShop } from './mail-shop.ts';

/** The shop's light colours as attributes: many mail clients ignore style sheets. */
const INK = '#1f1d1a';
const MUTED = '#645f56';
const PAPER = '#f6f2ea';
const CARD = '#ffffff';
const LINE = '#e2dbcd';
const ACCENT = '#1f4d3a';
const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Georgia,'Times New Roman',serif";

/** For clients that follow the system theme; others keep the light one or invert it themselves. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#161513!important}.card{background:#201e1b!important;border-color:#3a362f!important}
.ink{color:#f1ece2!important}.muted{color:#b3aa9b!important}.line{border-color:#3a362f!important}
.button{background:#8fd0b1!important;border-color:#8fd0b1!important;color:#10251b!important}
}
@media (max-width:480px){.card-cell{padding:24px 20px!important}}`;

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

/** Keep line breaks. */
function broken(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>');
}

/** Break words wider than a phone's screen. */
const WHOLE = 'word-break:break-word;overflow-wrap:anywhere';

const TABLE = 'role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"';

/** Link the shop's own URLs; what strangers wrote stays text. */
function linked(text: string, { appUrl }: MailShop): string {
  const home = escapeHtml(appUrl);
  const [first = '', ...rest] = broken(text).split(`${home}/`);
  return rest.reduce((written, part) => {
    const path = part.match(/^[\w/?=&;%-]*/)?.[0] ?? '';
    const address = `${home}/${path}`;
    return `${written}<a href="${address}" style="color:inherit">${address}</a>${part.slice(path.length)}`;
  }, first);
}

function paragraph(text: string, shop: MailShop): string {
  return `<p class="ink" dir="auto" style="margin:0 0 16px;color:${INK}">${linked(text, shop)}</p>`;
}

function quotedBlock({ quoted }: MailContent, shop: MailShop): string {
  if (!quoted) return '';
  const said = quoted.paragraphs.map(
    (text) => `<p class="muted" dir="auto" style="margin:0 0 8px;color:${MUTED}">${linked(text, shop)}</p>`,
  );
  return (
    `<p class="muted" style="margin:24px 0 8px;font-size:14px;color:${MUTED}">${escapeHtml(quoted.lead)}</p>` +
    `<blockquote class="line" style="margin:0;padding:2px 0 2px 16px;border-left:3px solid ${LINE}">${said.join('')}</blockquote>`
  );
}

function linesTable({ lines = [] }: MailContent): string {
  const rows = lines.map(
    ({ name, detail, amount }) =>
      // Only the name uses its own text direction; the price stays left-to-right.
      `<tr><td class="ink line" style="padding:12px 16px 12px 0;border-bottom:1px solid ${LINE};color:${INK}"><span dir="auto">${broken(name)}</span>` +
      (detail ? `<br><span class="muted" style="font-size:14px;color:${MUTED}">${broken(detail)}</span>` : '') +
      `</td><td class="ink line" align="right" valign="top" style="padding:12px 0;border-bottom:1px solid ${LINE};color:${INK};white-space:nowrap">${escapeHtml(amount)}</td></tr>`,
  );
  return rows.length > 0 ? `<table ${TABLE} style="margin:8px 0 0;font-size:16px">${rows.join('')}</table>` : '';
}

function totalsTable({ totals = [] }: MailContent): string {
  const rows = totals.map(([label, value], index) => {
    const isSum = index === totals.length - 1;
    const look = isSum ? `padding:12px 0 4px;font-weight:700;font-size:18px` : 'padding:6px 0';
    const [tone, colour] = isSum ? ['ink', INK] : ['muted', MUTED];
    return (
      `<tr><td class="${tone}" style="${look};color:${colour}">${escapeHtml(label)}</td>` +
      `<td class="ink" align="right" style="${look};color:${INK};white-space:nowrap">${escapeHtml(value)}</td></tr>`
    );
  });
  return rows.length > 0 ? `<table ${TABLE} style="margin:8px 0 24px;font-size:15px">${rows.join('')}</table>` : '';
}

function factsTable({ facts = [] }: MailContent): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="line" style="padding:12px 0;border-top:1px solid ${LINE}"><span class="muted" style="font-size:14px;color:${MUTED}">${escapeHtml(label)}</span><br>` +
      `<span class="ink" dir="auto" style="color:${INK}">${broken(value)}</span></td></tr>`,
  );
  return rows.length > 0 ? `<table ${TABLE} style="margin:0 0 16px">${rows.join('')}</table>` : '';
}

function actionBlock({ action }: MailContent): string {
  if (!action) return '';
  const address = escapeHtml(action.url);
  return (
    `<p style="margin:8px 0 20px"><a href="${address}" class="button" style="display:inline-block;padding:13px 24px;border:1px solid ${ACCENT};border-radius:999px;background:${ACCENT};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>` +
    `<p class="muted" style="margin:0;font-size:14px;color:${MUTED}">If the button does not work, open this address:<br><a href="${address}" class="muted" style="color:${MUTED};word-break:break-all">${address}</a></p>`
  );
}

function contactLine({ contactEmail, supportPhone }: MailShop): string {
  const email = escapeHtml(contactEmail);
  const ways = [
    ...(email ? [`<a href="mailto:${email}" class="muted" style="color:${MUTED}">${email}</a>`] : []),
    ...(supportPhone ? [escapeHtml(supportPhone)] : []),
  ];
  return ways.length > 0 ? `Questions? ${ways.join(' or ')}<br>` : '';
}

/** The HTML body, built with tables because some clients support no other layout. */
export function htmlMail(mail: MailContent): string {
  const { shop, preheader, heading, paragraphs, footer } = mail;
  const home = escapeHtml(shop.appUrl);
  const name = escapeHtml(shop.shopName);
  const glimpse = preheader
    ? `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}</div>`
    : '';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escapeHtml(heading)}</title><style>${DARK}</style></head>` +
    `<body class="paper" style="margin:0;padding:0;background:${PAPER};${SANS};font-size:16px;line-height:1.5">${glimpse}` +
    `<table ${TABLE} class="paper" style="background:${PAPER}"><tr><td align="center" style="padding:32px 12px">` +
    `<table ${TABLE} style="max-width:600px">` +
    `<tr><td style="padding:0 4px 20px"><a href="${home}" class="ink" style="${SERIF};font-size:26px;font-weight:700;color:${INK};text-decoration:none">${name}</a></td></tr>` +
    `<tr><td class="card card-cell" style="padding:36px;background:${CARD};border:1px solid ${LINE};border-radius:14px;${WHOLE}">` +
    `<h1 class="ink" dir="auto" style="margin:0 0 20px;${SERIF};font-size:28px;line-height:1.2;font-weight:700;color:${INK}">${escapeHtml(heading)}</h1>` +
    paragraphs.map((text) => paragraph(text, shop)).join('') +
    quotedBlock(mail, shop) +
    linesTable(mail) +
    totalsTable(mail) +
    factsTable(mail) +
    actionBlock(mail) +
    `</td></tr>` +
    `<tr><td class="muted" style="padding:20px 4px 0;font-size:14px;color:${MUTED};${WHOLE}">${linked(footer, shop)}<br>${contactLine(shop)}` +
    `<a href="${home}" class="muted" style="color:${MUTED}">${name}</a></td></tr>` +
    `</table></td></tr></table></body></html>`
  );
}
