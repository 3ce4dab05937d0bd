import type { Artwork } from '../../shot.ts';

export const svg = (width: number, height: number, body: string, paper = '#fff'): Artwork => ({
  width,
  height,
  html: `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="background:${paper};display:block">${body}</svg>`,
});

/** A brand's name as it is printed on its products, black on white. */
export const mark = (name: string, style = 'font-family="Fraunces" font-weight="600" font-size="112"') =>
  svg(640, 160, `<text x="320" y="116" text-anchor="middle" ${style}>${name}</text>`);

export const KESTREL = mark('Kestrel', 'font-family="Fraunces" font-style="italic" font-weight="600" font-size="120"');
const SANS = 'font-family="system-ui" font-weight="600" font-size="84" letter-spacing="6"';
export const LUMEN = mark('LUMEN', SANS);
export const BELLWEATHER = mark('Bellweather');
export const onFog = { setup: { backdrop: 'fog' } } as const;
export const onSand = { setup: { backdrop: 'sand' } } as const;
