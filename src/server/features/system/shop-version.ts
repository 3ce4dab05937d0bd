import { readFileSync } from 'node:fs';

/** From package.json. */
export const SHOP_VERSION: string = (
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
