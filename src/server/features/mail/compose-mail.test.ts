import { expect, test } from 'vitest';
import { OWN_BRANDING } from '#server/features/branding/index.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import { composeMail } from './compose-mail.ts';

const sealer = createSealer('a secret of thirty-two characters');
const shop = {
  sealer,
  shopName: 'Stoa',
  appUrl: 'https://shop.test',
  contactEmail: 'hello@shop.test',
  supportPhone: '+1 555 0100',
  locale: 'en-US',
  branding: OWN_BRANDING,
} as const;

const picture = (name: string) => ({ path: `/theme/${name}.png`, width: 600, height: 144, png: Buffer.from(name) });
const BRANDING = {
  colours: { ...OWN_BRANDING.colours, light: { ...OWN_BRANDING.colours.light, accent: '#7a1f5c', paper: '#fdf6fa' } },
  logo: { light: picture('wine'), dark: picture('rose') },
  icons: [],
};

const content = {
  shop,
  preheader: 'Two items are on their way',
  heading: 'Thank you',
  paragraphs: ['We have your order.', 'First line\nsecond line'],
  lines: [{ name: 'Desk lamp', detail: '2 × $24.50', amount: '$49.00' }],
  totals: [
    ['Tax', '$3.92'],
    ['Total', '$52.92'],
  ],
  facts: [['Ships to', 'Ada\n1 Market Street']],
  action: { label: 'See the order', url: 'https://shop.test/dashboard/orders?a=1&b=2' },
  footer: 'You ordered at Stoa.',
} as const;

test('both bodies have the same content', () => {
  const { text, html } = composeMail(content);
  const words = ['Stoa', 'Thank you', 'We have your order.', 'Desk lamp', '2 × $24.50', '$49.00', 'Tax', '$52.92'];
  for (const said of [...words, 'Ships to', '1 Market Street', 'You ordered at Stoa.', 'hello@shop.test', '555 0100']) {
    expect(text).toContain(said);
    expect(html).toContain(said);
  }
  expect(text).toContain('See the order:\nhttps://shop.test/dashboard/orders?a=1&b=2');
  expect(html).toContain('href="https://shop.test/dashboard/orders?a=1&amp;b=2"');
  expect(html).toContain('First line<br>second line');
});

test('quoted text is marked in both bodies', () => {
  const quoted = { lead: 'You wrote:', paragraphs: ['Where is it?\nI wait.', '<b>Thanks</b>'] };
  const { text, html } = composeMail({ ...content, quoted });
  expect(text).toContain('You wrote:\n> Where is it?\n> I wait.\n>\n> <b>Thanks</b>\n');
  expect(html).toMatch(/You wrote:<\/p><blockquote[^>]*>.*Where is it\?<br>I wait\..*&lt;b&gt;Thanks.*<\/blockquote>/);
});

test('a right-to-left name does not reverse its price', () => {
  const { html } = composeMail({ ...content, lines: [{ name: 'مصباح!', detail: '1 × $39.00', amount: '$39.00' }] });
  expect(html).toContain('<span dir="auto">مصباح!</span><br>');
  expect(html).not.toMatch(/<td[^>]*dir=[^>]*>[^<]*<[^>]*>مصباح/);
});

test('amounts are aligned in plain text', () => {
  const { text } = composeMail({ ...content, lines: [...content.lines, { name: 'x'.repeat(70), amount: '$1.00' }] });
  const ends = text
    .split('\n')
    .filter((line) => line.endsWith('.00') || line.endsWith('.92'))
    .map((line) => line.length);
  expect(ends).toEqual([64, 64, 64, 64]);
});

test('input never becomes markup', () => {
  const evil = `"><script>alert('1')</script>&`;
  const { html } = composeMail({
    shop: {
      shopName: evil,
      appUrl: `https://shop.test/${evil}`,
      contactEmail: evil,
      supportPhone: evil,
      locale: 'en-US',
      branding: BRANDING,
      sealer,
    },
    preheader: evil,
    heading: evil,
    paragraphs: [evil],
    lines: [{ name: evil, detail: evil, amount: evil }],
    totals: [[evil, evil]],
    facts: [[evil, evil]],
    action: { label: evil, url: `https://shop.test/${evil}` },
    footer: evil,
  });
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/href="[^"]*"[^ >]/);
  expect(
    html.match(/&quot;&gt;&lt;script&gt;alert\(&#39;1&#39;\)&lt;\/script&gt;&amp;/g)?.length,
  ).toBeGreaterThanOrEqual(18);
});

test('a mail has the colours and the logo of the branding, and the name for clients that block pictures', () => {
  const { html, text } = composeMail({ ...content, shop: { ...shop, branding: BRANDING } });
  expect(html).toMatch(/class="button" style="[^"]*background:#7a1f5c;color:#ffffff/);
  expect(html).toContain('<body class="paper" style="margin:0;padding:0;background:#fdf6fa');
  expect(
    [...html.matchAll(/<img src="([^"]+)" alt="([^"]+)" width="200" height="48" class="([^"]+)"/g)].map((all) =>
      all.slice(1),
    ),
  ).toEqual([
    ['https://shop.test/theme/wine.png', 'Stoa', 'logo-light'],
    ['https://shop.test/theme/rose.png', 'Stoa', 'logo-dark'],
  ]);
  expect(text).toMatch(/^Stoa\n/);
});

test('a logo that both themes share appears once in a mail', () => {
  const logo = { light: picture('wine'), dark: picture('wine') };
  const { html } = composeMail({ ...content, shop: { ...shop, branding: { ...BRANDING, logo } } });
  expect(html.match(/<img/g)).toHaveLength(1);
});

test('without a logo, a mail contains no scripts, pictures or remote resources', () => {
  expect(composeMail(content).html).not.toMatch(/<(script|link|img)|url\(|@import/);
});

test('a shop without a phone number shows none', () => {
  const { text, html } = composeMail({ ...content, shop: { ...shop, supportPhone: '' } });
  for (const body of [text, html]) expect(body).not.toContain(' or ');
});

test('the shop’s own URLs in a text are linked, others stay text', () => {
  const { html } = composeMail({
    ...content,
    paragraphs: [
      'Was it not you? https://shop.test/forgot-password?a=1&b=2.',
      'See https://elsewhere.test/forgot-password',
    ],
  });
  expect(html).toContain('<a href="https://shop.test/forgot-password?a=1&amp;b=2"');
  expect(html).toContain('</a>.</p>');
  expect(html).not.toContain('href="https://elsewhere.test');
});
