import type { TestProject } from 'vitest/node';
import { startDemoShop } from './demo-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running demo shop. */
    shopUrl: string;
  }
}

/** One demo shop for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shop = await startDemoShop();
  project.provide('shopUrl', shop.url);
  return shop.stop;
}
