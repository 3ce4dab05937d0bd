import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../../', import.meta.url);
/** Written at each start by `scripts/revision.mjs`, and by the build of an image. */
const REVISION = new URL('build/revision', ROOT);

const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string };

/** From package.json; with the commit, or a hash of the sources, which tells nodes apart during an upgrade: `1.0.0+58757db1c2`. */
export const SHOP_VERSION: string = existsSync(REVISION) ? `${version}+${readFileSync(REVISION, 'utf8')}` : version;
