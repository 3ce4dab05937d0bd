/**
 * Generates the shop's only font file: Fraunces reduced to Latin-1 and the typographic characters that headings use, at
 * display optical size, with the weight axis limited to 400 to 600. Run manually when @fontsource-variable/fraunces
 * changes: `node scripts/subset-display-face.ts`.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const source = new URL('../node_modules/@fontsource-variable/fraunces/', import.meta.url);
const target = new URL('../src/web/ui/fonts/', import.meta.url);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•€™‹›−×ŒœŠšŽžŸ`;

const whole = await readFile(new URL('files/fraunces-latin-opsz-normal.woff2', source));
const cut = await subsetFont(whole, characters, {
  targetFormat: 'woff2',
  variationAxes: { opsz: 72, wght: { min: 400, max: 600, default: 400 } },
  keepFeatures: ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'lnum', 'tnum'],
  noHinting: true,
});
await writeFile(new URL('fraunces-display.woff2', target), cut);
await copyFile(new URL('LICENSE', source), new URL('fraunces-OFL.txt', target));
