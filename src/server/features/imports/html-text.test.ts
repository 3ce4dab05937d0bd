import { expect, test } from 'vitest';
import { htmlToText, inOneLine } from './html-text.ts';

test.each([
  ['paragraphs', '<p>Soft cotton.</p>\n<p>Made in <b>Porto</b>.</p>', 'Soft cotton.\n\nMade in Porto.'],
  ['line breaks', 'First<br>Second<br/>Third<br><br>Fourth', 'First\nSecond\nThird\n\nFourth'],
  [
    'a list',
    '<p>Made of:</p><ul>\n  <li>Wool</li>\n  <li>  Silk </li>\n</ul><p>Wash cold.</p>',
    'Made of:\n\n- Wool\n- Silk\n\nWash cold.',
  ],
  ['a numbered list', '<ol><li>Open</li><li>Pour</li></ol>', '1. Open\n2. Pour'],
  ['paragraphs inside of items', '<ul><li><p>Wool</p></li><li><p>Silk</p></li></ul>', '- Wool\n- Silk'],
  [
    'a list in a list',
    '<ul><li>Sizes<ul><li>S</li><li>M</li></ul></li><li>Colours</li></ul>',
    '- Sizes\n- S\n- M\n- Colours',
  ],
  ['headings', '<h2>Care</h2><div>Wash cold.</div>', 'Care\n\nWash cold.'],
  [
    'scripts and styles',
    '<style>p{color:red}</style><p>Tray<script>alert("<p>x</p>")</script></p><iframe src="//x">y</iframe>',
    'Tray',
  ],
  [
    'entities',
    '<p>Salt &amp; pepper&nbsp;mill, 20&#8239;cm &lt;b&gt; &eacute;t&eacute;</p>',
    'Salt & pepper mill, 20 cm <b> été',
  ],
  ['entities alone', 'Salt &amp; pepper\nTwo lines', 'Salt & pepper\nTwo lines'],
  [
    'a table',
    '<table><tr><th>Size</th><th>Chest</th></tr><tr><td>S</td><td>90 cm</td></tr></table>',
    'Size | Chest\nS | 90 cm',
  ],
  [
    'links and pictures',
    '<p>See <a href="https://x.test">the guide</a><img src="a.png" onerror="alert(1)">.</p>',
    'See the guide.',
  ],
  ['blank lines between marked up text', 'One <strong>two</strong>\n\nThree', 'One two\n\nThree'],
  ['line breaks as WooCommerce writes them', 'One <em>two</em>\\n\\nThree', 'One two\n\nThree'],
  ['comments', '<!-- Shopify --><p>Tray</p>', 'Tray'],
  ['what is not closed', '<div><p>Tray<li>Oak<ul><li>Ash', 'Tray\n- Oak\n\n- Ash'],
  ['markup without words', '<p><br></p><ul><li></li></ul>', ''],
])('turns %s into text', (_what, html, text) => {
  expect(htmlToText(html)).toBe(text);
  expect(htmlToText(htmlToText(html).replace('<b>', ''))).toBe(text.replace('<b>', ''));
});

test.each([
  '5 < 6 and 7 > 3',
  'a <3 b',
  'Fish & chips',
  'A & B; C',
  '- one\n- two',
  'x <unknown> y',
  'C:\\new\\nice',
  '',
])('leaves %j as it is', (text) => {
  expect(htmlToText(text)).toBe(text);
});

test('writes names in one line', () => {
  expect(inOneLine(htmlToText('Salt &amp; <b>pepper</b><br>mill'))).toBe('Salt & pepper mill');
  expect(inOneLine(htmlToText('<ul><li>Wool</li><li>Silk</li></ul>'))).toBe('Wool Silk');
});

test.each([
  ['open elements', '<div>'.repeat(40_000)],
  ['open lists', '<ul><li>'.repeat(20_000)],
  ['open paragraphs', '<p>x'.repeat(50_000)],
  ['blank lines', `<p>${' \n'.repeat(90_000)}x</p>`],
  ['spaces', `<p>${'&nbsp;'.repeat(30_000)}x</p>`],
  ['comments', `<!--${'<!--'.repeat(40_000)}`],
  ['tags without an end', '<p '.repeat(60_000)],
  ['cells', '<table><tr>'.concat('<td>x'.repeat(39_000))],
  ['line breaks', '<br>x'.repeat(40_000)],
  ['entities', '&amp'.repeat(49_000)],
])('parses 200,000 characters of %s quickly', (_what, html) => {
  const before = process.threadCpuUsage();
  htmlToText(html);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3_000);
});

test('leaves a far too long text unchanged', () => {
  const html = `<p>${'x'.repeat(200_000)}</p>`;
  expect(htmlToText(html)).toBe(html);
});
