import { describe, expect, test } from 'vitest';
import { beginningOf, isSafeAddress, plainText, type RichText } from './rich-text.ts';
import { richText } from './rich-text-schema.ts';

const text = (...content: object[]) => ({ type: 'doc', content });
const words = (value: string, marks?: object[]) => ({ type: 'text', text: value, ...(marks && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const link = (href: string) => text(paragraph(words('Here', [{ type: 'link', attrs: { href } }])));
const picture = { src: '/media/uploads/up-1', alt: 'A lamp', width: 800, height: 600 };

describe('rich text from outside', () => {
  test('keeps headings, lists, quotes, pictures, links, bold and italic', () => {
    const given = text(
      { type: 'heading', attrs: { level: 2 }, content: [words('Returns')] },
      paragraph(words('Send it '), words('back', [{ type: 'bold' }, { type: 'italic' }]), { type: 'hardBreak' }),
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph(words('One')),
              { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph()] }] },
            ],
          },
        ],
      },
      { type: 'blockquote', content: [paragraph(words('Lovely'))] },
      { type: 'image', attrs: picture },
    );
    expect(richText.parse(given)).toEqual(given);
  });

  test.each([
    ['HTML', text({ type: 'html', content: '<script>alert(1)</script>' })],
    ['an unknown mark', text(paragraph(words('Hi', [{ type: 'style', attrs: { color: 'red' } }])))],
    ['a heading that competes with the title', text({ type: 'heading', attrs: { level: 1 }, content: [] })],
    ['a picture of another site', text({ type: 'image', attrs: { ...picture, src: 'https://evil.test/1.png' } })],
    ['a script as a link', link('javascript:alert(1)')],
    ['a script as a link, in disguise', link(' JaVaScRiPt:alert(1)')],
    ['a link with a line break in its protocol', link('java\nscript:alert(1)')],
    ['data as a link', link('data:text/html,<script>alert(1)</script>')],
    ['a link to another host that looks like a path', link('//evil.test')],
    ['the same with a backslash', link('/\\evil.test')],
    ['nothing', { type: 'doc', content: [] }],
    ['too many blocks', text(...Array.from({ length: 501 }, () => paragraph()))],
  ])('refuses %s', (_, given) => {
    expect(richText.safeParse(given).success).toBe(false);
  });

  test('refuses lists within lists without end', () => {
    const nested = (depth: number): object => ({
      type: 'bulletList',
      content: [{ type: 'listItem', content: depth > 1 ? [paragraph(), nested(depth - 1)] : [paragraph()] }],
    });
    expect(richText.safeParse(text(nested(4))).success).toBe(true);
    expect(richText.safeParse(text(nested(5))).success).toBe(false);
  });

  test('loses attributes that pages do not render, and characters that no database stores', () => {
    const href = '/products';
    const given = text({
      ...paragraph(words('A\u0000B', [{ type: 'link', attrs: { href, onclick: 'x()', target: '_top' } }])),
      attrs: { style: 'color: red' },
    });
    expect(richText.parse(given)).toEqual(text(paragraph(words('AB', [{ type: 'link', attrs: { href } }]))));
  });
});

test.each(['/products?category=2', '#top', 'https://stoa.test/a', 'mailto:shop@stoa.test', 'tel:+1-555-0100'])(
  'a link may lead to %s',
  (address) => expect(isSafeAddress(address)).toBe(true),
);

test('the words of a text are separated by its structure and cut at a word', () => {
  const given = text(
    { type: 'heading', attrs: { level: 2 }, content: [words('Our shop')] },
    { type: 'image', attrs: picture },
    paragraph(words('Open '), words('daily', [{ type: 'bold' }]), { type: 'hardBreak' }, words('from nine.')),
  ) as RichText;
  expect(plainText(given)).toBe('Our shop Open daily from nine.');
  expect(beginningOf(plainText(given), 14)).toBe('Our shop Open…');
  expect(beginningOf('Short', 14)).toBe('Short');
  expect(beginningOf('word📚', 5)).toBe('word…');
});
