import type { TestProject } from 'vitest/node';
import { unpackBrowser } from './browser.ts';
import { startDemoShop } from './demo-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running demo shop. */
    shopUrl: string;
    /** Its database. */
    shopDataDir: string;
  }
}

/** One demo shop for all browser tests, and the browser's executable. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await unpackBrowser();
  const shop = await startDemoShop();
  project.provide('shopUrl', shop.url);
  project.provide('shopDataDir', shop.dataDir);
  return shop.stop;
}
