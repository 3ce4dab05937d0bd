import { expect, test } from 'vitest';
import { definePlugin } from '#plugin';
import { withoutUnusedSlots } from './plugin-parts.ts';

const lines = definePlugin({
  name: 'lines',
  apiVersion: 1,
  folder: import.meta.dirname,
  storefront: { slots: { 'cart.line': './line.tsx' } },
});
const render = (jsx: string) => `import Line from 'virtual:slot/cart.line';
import Badge from 'virtual:slot/card.badge';
export const Page = ({ product, id }) => (
  ${jsx}
);
`;

test('a slot without a part leaves no empty child in the page, however the line is laid out', () => {
  for (const jsx of [
    '<p>{Badge && <Badge product={product} />}</p>',
    '<p>{Badge && product && <Badge product={product} />} and more</p>',
    '<p>– “é” 😀 {Badge && (\n    <Badge\n      product={product}\n    />)}</p>',
    '<>{Badge && <div>{Badge && <Badge />}</div>}</>',
  ]) {
    const page = withoutUnusedSlots(render(jsx), { plugins: [lines] });
    expect(page).not.toContain('<Badge');
    expect(page).not.toContain('&&');
    expect(page.split('\n').map(({ length }) => length)).toEqual(
      render(jsx)
        .split('\n')
        .map(({ length }) => length),
    );
  }
});

test('a slot with a part stays, and so does what depends on whether one is used', () => {
  const page = render('<p className={Badge ? "a" : "b"}>{Line && <Line item={id} />}{Badge ? 1 : 2}{product}</p>');
  expect(withoutUnusedSlots(page, { plugins: [lines] })).toBe(page);
});
