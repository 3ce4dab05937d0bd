import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../e2e/browser.ts';
import type { Artwork } from './shot.ts';

const require = createRequire(import.meta.url);

const FILES = '@fontsource-variable/fraunces/files/fraunces';
/** Names such as Łódź and Kyūshū. */
const EXTENDED = 'U+0100-02FF,U+1E00-1EFF';
/** Typefaces of labels and covers, all under the SIL Open Font License. */
const FACES = [
  { file: `${FILES}-latin-full-normal.woff2`, style: 'normal', range: 'U+0-FF,U+2000-21FF' },
  { file: `${FILES}-latin-full-italic.woff2`, style: 'italic', range: 'U+0-FF,U+2000-21FF' },
  { file: `${FILES}-latin-ext-full-normal.woff2`, style: 'normal', range: EXTENDED },
  { file: `${FILES}-latin-ext-full-italic.woff2`, style: 'italic', range: EXTENDED },
] as const;

async function fontFaces(): Promise<string> {
  const rules = FACES.map(async ({ file, style, range }) => {
    const data = (await readFile(require.resolve(file))).toString('base64');
    return `@font-face{font-family:Fraunces;font-style:${style};font-weight:100 900;unicode-range:${range};src:url(data:font/woff2;base64,${data})}`;
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
