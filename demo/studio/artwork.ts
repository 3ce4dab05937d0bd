import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../e2e/browser.ts';
import type { Artwork } from './shot.ts';

const require = createRequire(import.meta.url);

/** Typefaces of labels and covers, all under the SIL Open Font License. */
const FACES = [
  { family: 'Fraunces', file: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2', style: 'normal' },
  { family: 'Fraunces', file: '@fontsource-variable/fraunces/files/fraunces-latin-full-italic.woff2', style: 'italic' },
] as const;

async function fontFaces(): Promise<string> {
  const rules = FACES.map(async ({ family, file, style }) => {
    const data = (await readFile(require.resolve(file))).toString('base64');
    return `@font-face{font-family:${family};font-style:${style};font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
  });
  return (await Promise.all(rules)).join('');
}

export interface Press {
  /** Draws a sheet into a PNG file. */
  print(sheet: Artwork, path: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a browser that draws labels and covers. */
export async function openPress(): Promise<Press> {
  const browser: Browser = await launchBrowser();
  const faces = await fontFaces();
  return {
    async print({ width, height, html }, path) {
      const page = await browser.newPage({ viewport: { width, height } });
      const style = `${faces}*{margin:0;box-sizing:border-box}body{width:${width}px;height:${height}px;overflow:hidden}`;
      await page.setContent(`<!doctype html><style>${style}</style><body>${html}`);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path });
      await page.close();
    },
    close: () => browser.close(),
  };
}
