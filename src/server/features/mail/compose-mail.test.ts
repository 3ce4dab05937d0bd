import { expect, test } from 'vitest';
import { composeMail } from './compose-mail.ts';

const content = {
  shopName: 'Stoa',
  preheader: 'Two pieces are on their way',
  heading: 'Thank you',
  paragraphs: ['We have your order.', 'First line\nsecond line'],
  table: [['Desk lamp × 2', '$49.00']],
  action: { label: 'See the order', url: 'https://shop.test/dashboard/orders?a=1&b=2' },
  footer: 'You ordered at Stoa.',
} as const;

test('both bodies say the same', () => {
  const { text, html } = composeMail(content);
  for (const said of ['Stoa', 'Thank you', 'We have your order.', 'Desk lamp × 2', '$49.00', 'You ordered at Stoa.']) {
    expect(text).toContain(said);
    expect(html).toContain(said);
  }
  expect(text).toContain('See the order:\nhttps://shop.test/dashboard/orders?a=1&b=2');
  expect(html).toContain('href="https://shop.test/dashboard/orders?a=1&amp;b=2"');
  expect(html).toContain('First line<br>second line');
});

test('nothing given becomes markup, wherever it stands', () => {
  const evil = `"><script>alert('1')</script>&`;
  const { html } = composeMail({
    shopName: evil,
    preheader: evil,
    heading: evil,
    paragraphs: [evil],
    table: [[evil, evil]],
    action: { label: evil, url: `https://shop.test/${evil}` },
    footer: evil,
  });
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/href="[^"]*"[^ >]/);
  expect(
    html.match(/&quot;&gt;&lt;script&gt;alert\(&#39;1&#39;\)&lt;\/script&gt;&amp;/g)?.length,
  ).toBeGreaterThanOrEqual(9);
});

test('a mail needs neither script, style sheet nor picture from anywhere', () => {
  expect(composeMail(content).html).not.toMatch(/<(script|link|style|img)|url\(/);
});
