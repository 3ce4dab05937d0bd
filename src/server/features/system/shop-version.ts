import { readFileSync } from 'node:fs';

/** What `npm start` was built from (`scripts/build-server.ts`); not defined in development and in tests. */
declare const BUILT_REVISION: string;

const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** From package.json; with the revision of the build, which tells nodes apart during an upgrade: `1.0.0+58757db1c2`. */
export const SHOP_VERSION: string = typeof BUILT_REVISION === 'undefined' ? version : `${version}+${BUILT_REVISION}`;
