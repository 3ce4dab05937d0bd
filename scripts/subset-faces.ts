/**
 * Generates the shop's two fonts, reduced to Latin-1 and the typographic characters that its texts use: Fraunces for headings,
 * at display optical size with weights 400 to 600, and Inter for text with weights 400 to 700. Each has two files: pages preload
 * the one with the common characters; browsers load the other for texts that need it (`unicode-range` in src/web/ui/theme.css).
 * Then the fonts that theme settings offer, in one file each. Run manually when one of their packages changes:
 * `node scripts/subset-faces.ts`.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const ofShop = new URL('../src/web/ui/fonts/', import.meta.url);
const ofThemes = new URL('../plugins/theme/fonts/', import.meta.url);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•€™‹›−×ŒœŠšŽžŸ`;
/** What most texts and headings in English use. A heading rarely has an `@`, whose curves take as many bytes as four letters. */
const inTexts = `${range(0x20, 0x7e)}\u00a0£©®°²·×é–—‘’“”…•€™‹›−`;
const inHeadings = `${range(0x41, 0x5a)}${range(0x61, 0x7a)}${range(0x30, 0x39)} \u00a0!"$%&'()+,-./:;?·é–—‘’“”…`;
const without = (common: string) => [...characters].filter((character) => !common.includes(character)).join('');

const fraunces = {
  name: 'fraunces',
  package: new URL('../node_modules/@fontsource-variable/fraunces/', import.meta.url),
  target: ofShop,
  source: 'fraunces-latin-opsz-normal.woff2',
  variationAxes: { opsz: 72, wght: { min: 400, max: 600, default: 400 } },
  keepFeatures: ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'lnum', 'tnum'],
};
const inter = {
  name: 'inter',
  package: new URL('../node_modules/@fontsource-variable/inter/', import.meta.url),
  target: ofShop,
  source: 'inter-latin-wght-normal.woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'],
};

const faces = [
  { ...fraunces, file: 'fraunces-display.woff2', text: inHeadings },
  { ...fraunces, file: 'fraunces-display-rest.woff2', text: without(inHeadings) },
  { ...inter, file: 'inter-text.woff2', text: inTexts },
  { ...inter, file: 'inter-text-rest.woff2', text: without(inTexts) },
  ...[
    ['dm-sans', new URL('../node_modules/@fontsource-variable/dm-sans/', import.meta.url)] as const,
    ['figtree', new URL('../node_modules/@fontsource-variable/figtree/', import.meta.url)] as const,
    ['nunito', new URL('../node_modules/@fontsource-variable/nunito/', import.meta.url)] as const,
    ['work-sans', new URL('../node_modules/@fontsource-variable/work-sans/', import.meta.url)] as const,
    ['lora', new URL('../node_modules/@fontsource-variable/lora/', import.meta.url)] as const,
    ['source-serif-4', new URL('../node_modules/@fontsource-variable/source-serif-4/', import.meta.url)] as const,
    ['playfair-display', new URL('../node_modules/@fontsource-variable/playfair-display/', import.meta.url)] as const,
  ].map(([name, folder]) => ({
    name,
    package: folder,
    target: ofThemes,
    source: `${name}-latin-wght-normal.woff2`,
    // The version is part of the address, because browsers keep font files for a year.
    file: `${name}-5.3.0.woff2`,
    text: characters,
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
    keepFeatures: ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'lnum', 'tnum'],
  })),
];

for (const { name, package: folder, target, source, file, text, ...options } of faces) {
  const whole = await readFile(new URL(`files/${source}`, folder));
  const subset = await subsetFont(whole, text, { targetFormat: 'woff2', noHinting: true, ...options });
  await writeFile(new URL(file, target), subset);
  await copyFile(new URL('LICENSE', folder), new URL(`${name}-OFL.txt`, target));
}
