import type { BrandingColours, BrandingLogo } from '#server/features/branding/index.ts';
import { escapeMarkup } from '#server/platform/security/escape-markup.ts';
import type { MailContent } from './mail-content.ts';
import type { MailShop } from './mail-shop.ts';

const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Georgia,'Times New Roman',serif";

/** For clients that follow the system theme; others keep the light colours or invert them themselves. */
const darkRules = ({ paper, surface, ink, muted, line, accent, onAccent }: BrandingColours): string =>
  `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${paper}!important}.card{background:${surface}!important;border-color:${line}!important}
.ink{color:${ink}!important}.muted{color:${muted}!important}.line{border-color:${line}!important}
.button{background:${accent}!important;border-color:${accent}!important;color:${onAccent}!important}
.logo-light{display:none!important}.logo-dark{display:block!important}
}
@media (max-width:480px){.card-cell{padding:24px 20px!important}}`;

/** Keep line breaks. */
function broken(text: string): string {
  return escapeMarkup(text).replace(/\r?\n/g, '<br>');
}

/** Break words wider than a phone's screen. */
const WHOLE = 'word-break:break-word;overflow-wrap:anywhere';

const TABLE = 'role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"';

/** Link the shop's own URLs; what strangers wrote stays text. */
function linked(text: string, { appUrl }: MailShop): string {
  const home = escapeMarkup(appUrl);
  const [first = '', ...rest] = broken(text).split(`${home}/`);
  return rest.reduce((written, part) => {
    const path = part.match(/^[\w/?=&;%-]*/)?.[0] ?? '';
    const address = `${home}/${path}`;
    return `${written}<a href="${address}" style="color:inherit">${address}</a>${part.slice(path.length)}`;
  }, first);
}

/** As attributes: many mail clients ignore style sheets. */
const coloursOf = ({ branding }: MailShop): BrandingColours => branding.colours.light;

function paragraph(text: string, shop: MailShop): string {
  return `<p class="ink" dir="auto" style="margin:0 0 16px;color:${coloursOf(shop).ink}">${linked(text, shop)}</p>`;
}

function quotedBlock({ quoted }: MailContent, shop: MailShop): string {
  if (!quoted) return '';
  const { muted, line } = coloursOf(shop);
  const said = quoted.paragraphs.map(
    (text) => `<p class="muted" dir="auto" style="margin:0 0 8px;color:${muted}">${linked(text, shop)}</p>`,
  );
  return (
    `<p class="muted" style="margin:24px 0 8px;font-size:14px;color:${muted}">${escapeMarkup(quoted.lead)}</p>` +
    `<blockquote class="line" style="margin:0;padding:2px 0 2px 16px;border-left:3px solid ${line}">${said.join('')}</blockquote>`
  );
}

function linesTable({ lines = [], shop }: MailContent): string {
  const { ink, muted, line } = coloursOf(shop);
  const rows = lines.map(
    ({ name, detail, amount }) =>
      // Only the name uses its own text direction; the price stays left-to-right.
      `<tr><td class="ink line" style="padding:12px 16px 12px 0;border-bottom:1px solid ${line};color:${ink}"><span dir="auto">${broken(name)}</span>` +
      (detail ? `<br><span class="muted" style="font-size:14px;color:${muted}">${broken(detail)}</span>` : '') +
      `</td><td class="ink line" align="right" valign="top" style="padding:12px 0;border-bottom:1px solid ${line};color:${ink};white-space:nowrap">${escapeMarkup(amount)}</td></tr>`,
  );
  return rows.length > 0 ? `<table ${TABLE} style="margin:8px 0 0;font-size:16px">${rows.join('')}</table>` : '';
}

function totalsTable({ totals = [], shop }: MailContent): string {
  const { ink, muted } = coloursOf(shop);
  const rows = totals.map(([label, value], index) => {
    const isSum = index === totals.length - 1;
    const look = isSum ? `padding:12px 0 4px;font-weight:700;font-size:18px` : 'padding:6px 0';
    const [tone, colour] = isSum ? ['ink', ink] : ['muted', muted];
    return (
      `<tr><td class="${tone}" style="${look};color:${colour}">${escapeMarkup(label)}</td>` +
      `<td class="ink" align="right" style="${look};color:${ink};white-space:nowrap">${escapeMarkup(value)}</td></tr>`
    );
  });
  return rows.length > 0 ? `<table ${TABLE} style="margin:8px 0 24px;font-size:15px">${rows.join('')}</table>` : '';
}

function factsTable({ facts = [], shop }: MailContent): string {
  const { ink, muted, line } = coloursOf(shop);
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="line" style="padding:12px 0;border-top:1px solid ${line}"><span class="muted" style="font-size:14px;color:${muted}">${escapeMarkup(label)}</span><br>` +
      `<span class="ink" dir="auto" style="color:${ink}">${broken(value)}</span></td></tr>`,
  );
  return rows.length > 0 ? `<table ${TABLE} style="margin:0 0 16px">${rows.join('')}</table>` : '';
}

function actionBlock({ action, shop }: MailContent): string {
  if (!action) return '';
  const { muted, accent, onAccent } = coloursOf(shop);
  const address = escapeMarkup(action.url);
  return (
    `<p style="margin:8px 0 20px"><a href="${address}" class="button" style="display:inline-block;padding:13px 24px;border:1px solid ${accent};border-radius:999px;background:${accent};color:${onAccent};text-decoration:none;font-weight:600">${escapeMarkup(action.label)}</a></p>` +
    `<p class="muted" style="margin:0;font-size:14px;color:${muted}">If the button does not work, open this address:<br><a href="${address}" class="muted" style="color:${muted};word-break:break-all">${address}</a></p>`
  );
}

function contactLine(shop: MailShop): string {
  const { contactEmail, supportPhone } = shop;
  const { muted } = coloursOf(shop);
  const email = escapeMarkup(contactEmail);
  const ways = [
    ...(email ? [`<a href="mailto:${email}" class="muted" style="color:${muted}">${email}</a>`] : []),
    ...(supportPhone ? [escapeMarkup(supportPhone)] : []),
  ];
  return ways.length > 0 ? `Questions? ${ways.join(' or ')}<br>` : '';
}

/** Maximum size of a logo, in pixels. */
const LOGO = { width: 200, height: 48 } as const;

/** The logo, with the shop's name as alternative text for clients that block pictures; without a logo, the name. */
function signOf({ branding: { logo }, shopName, appUrl }: MailShop): string {
  const name = escapeMarkup(shopName);
  if (!logo) return name;
  const picture = ({ path, width, height }: BrandingLogo, look: string) => {
    const scale = Math.min(1, LOGO.width / width, LOGO.height / height);
    const address = escapeMarkup(new URL(path, appUrl).href);
    return `<img src="${address}" alt="${name}" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" ${look}>`;
  };
  const light = (hidden: string) => `${hidden}style="display:block;border:0;max-width:100%"`;
  if (logo.dark.path === logo.light.path) return picture(logo.light, light(''));
  return (
    picture(logo.light, light('class="logo-light" ')) +
    picture(logo.dark, 'class="logo-dark" style="display:none;border:0;max-width:100%;mso-hide:all"')
  );
}

/** The HTML body, built with tables because some clients support no other layout. */
export function htmlMail(mail: MailContent): string {
  const { shop, preheader, heading, paragraphs, footer } = mail;
  const { paper, surface, ink, muted, line } = coloursOf(shop);
  const home = escapeMarkup(shop.appUrl);
  const name = escapeMarkup(shop.shopName);
  const hiddenPreview = preheader
    ? `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeMarkup(preheader)}</div>`
    : '';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escapeMarkup(heading)}</title><style>${darkRules(shop.branding.colours.dark)}</style></head>` +
    `<body class="paper" style="margin:0;padding:0;background:${paper};${SANS};font-size:16px;line-height:1.5">${hiddenPreview}` +
    `<table ${TABLE} class="paper" style="background:${paper}"><tr><td align="center" style="padding:32px 12px">` +
    `<table ${TABLE} style="max-width:600px">` +
    `<tr><td style="padding:0 4px 20px"><a href="${home}" class="ink" style="${SERIF};font-size:26px;font-weight:700;color:${ink};text-decoration:none">${signOf(shop)}</a></td></tr>` +
    `<tr><td class="card card-cell" style="padding:36px;background:${surface};border:1px solid ${line};border-radius:14px;${WHOLE}">` +
    `<h1 class="ink" dir="auto" style="margin:0 0 20px;${SERIF};font-size:28px;line-height:1.2;font-weight:700;color:${ink}">${escapeMarkup(heading)}</h1>` +
    paragraphs.map((text) => paragraph(text, shop)).join('') +
    quotedBlock(mail, shop) +
    linesTable(mail) +
    totalsTable(mail) +
    factsTable(mail) +
    actionBlock(mail) +
    `</td></tr>` +
    `<tr><td class="muted" style="padding:20px 4px 0;font-size:14px;color:${muted};${WHOLE}">${linked(footer, shop)}<br>${contactLine(shop)}` +
    `<a href="${home}" class="muted" style="color:${muted}">${name}</a></td></tr>` +
    `</table></td></tr></table></body></html>`
  );
}
