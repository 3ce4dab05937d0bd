import type { MailContent } from './mail-content.ts';

/** Mail clients break lines at about this length. */
const WIDTH = 64;

/** Label on the left, amount on the right; a long label gets its own line. */
function amountRow(label: string, amount: string): string {
  const gap = WIDTH - [...label].length - [...amount].length;
  return gap > 1 ? `${label}${' '.repeat(gap)}${amount}` : `${label}\n${amount.padStart(WIDTH)}`;
}

function amountsOf({ lines = [], totals = [] }: MailContent): string[] {
  const bought = lines.map(({ name, detail, amount }) => amountRow(detail ? `${name} (${detail})` : name, amount));
  const sums = totals.map(([label, value]) => amountRow(label, value));
  const rule = bought.length > 0 && sums.length > 0 ? ['-'.repeat(WIDTH)] : [];
  const rows = [...bought, ...rule, ...sums];
  return rows.length > 0 ? [rows.join('\n')] : [];
}

function quotedOf({ quoted }: MailContent): string[] {
  if (!quoted) return [];
  return [
    [
      quoted.lead,
      ...quoted.paragraphs
        .join('\n\n')
        .split(/\r?\n/)
        .map((line) => `> ${line}`.trimEnd()),
    ].join('\n'),
  ];
}

/** The plain-text body. */
export function textMail(mail: MailContent): string {
  const { shop, heading, paragraphs, facts = [], action, footer } = mail;
  const contact = [shop.contactEmail, shop.supportPhone].filter((way) => way !== '');
  return [
    shop.shopName,
    heading,
    ...paragraphs,
    ...quotedOf(mail),
    ...amountsOf(mail),
    ...facts.map(([label, value]) => (value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value}`)),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    [
      '--',
      footer,
      ...(contact.length > 0 ? [`Questions? ${contact.join(' or ')}`] : []),
      `${shop.shopName}, ${shop.appUrl}`,
    ].join('\n'),
  ].join('\n\n');
}
