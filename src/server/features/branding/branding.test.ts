import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Branding, createBranding, OWN_BRANDING, onWhitePaper } from './branding.ts';

const picture = (name: string) => ({ path: `/${name}.png`, width: 300, height: 60, png: Buffer.from(name) });
const LOGO = { light: picture('ink'), dark: picture('chalk') };
const { light, dark } = OWN_BRANDING.colours;

function open(branding: Branding | undefined) {
  const failures: string[] = [];
  const log = { error: (_: object, message: string) => void failures.push(message) };
  return { failures, reader: createBranding(async () => branding, log) };
}

test('the shop’s own colours are those of its stylesheet', async () => {
  const css = await readFile(join(import.meta.dirname, '../../../web/ui/theme.css'), 'utf8');
  const token = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(css)?.slice(1, 3);
  for (const name of Object.keys(light) as (keyof typeof light)[]) {
    expect(token(name === 'onAccent' ? 'on-accent' : name), name).toEqual([light[name], dark[name]]);
  }
});

test('without a plug-in that supplies branding, the shop has its own', async () => {
  expect(await open(undefined).reader.read()).toBe(OWN_BRANDING);
});

test('colours that are hard to read are replaced by the shop’s own, the logo stays', async () => {
  const pale = { ...light, muted: '#c0c0c0' };
  const { reader, failures } = open({ colours: { light: pale, dark }, logo: LOGO, icons: [] });
  expect(await reader.read()).toEqual({ colours: OWN_BRANDING.colours, logo: LOGO, icons: [] });
  await reader.read();
  expect(failures).toEqual(['The colours of a plug-in have too little contrast for emails']);
});

test.each<[string, Branding]>([
  ['a colour that is markup', { ...OWN_BRANDING, colours: { light: { ...light, ink: 'red;"><script>' }, dark } }],
  [
    'a logo on another server',
    { ...OWN_BRANDING, logo: { ...LOGO, light: { ...picture('a'), path: '//b.test/a.png' } } },
  ],
])('%s is not used', async (_, branding) => {
  const { reader, failures } = open(branding);
  expect(await reader.read()).toBe(OWN_BRANDING);
  expect(failures).toEqual(['The branding of a plug-in is not valid']);
});

test('documents get the logo for pale backgrounds and an accent that is readable on white', () => {
  expect(onWhitePaper({ ...OWN_BRANDING, logo: LOGO })).toEqual({ accent: light.accent, logo: LOGO.light });
  const night = { light: dark, dark: light };
  expect(onWhitePaper({ colours: night, logo: LOGO, icons: [] })).toEqual({ accent: light.accent, logo: LOGO.dark });
});

test('documents get the name and black when both themes are dark', () => {
  const night = { colours: { light: dark, dark }, logo: LOGO, icons: [] };
  expect(onWhitePaper(night)).toEqual({ accent: '#1c1a16', logo: null });
});
