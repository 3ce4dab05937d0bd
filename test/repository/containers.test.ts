import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
}

const compose = parse(readFileSync('compose.yaml', 'utf8')) as {
  readonly services: Readonly<Record<'shop' | 'database', Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const { shop, database } = compose.services;
/** The lines of each stage, with continued ones joined. */
const [build = '', image = ''] = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split(/^FROM .*$/m)
  .slice(1);

test('the volumes of the containers have names, so that they outlive them', () => {
  const folders = /^VOLUME (\S+)$/m.exec(image)?.slice(1);
  expect(folders).toEqual(['/data']);
  const mounted = [...shop.volumes, ...database.volumes].map((volume) => volume.split(':'));
  expect(mounted.map(([, folder]) => folder)).toEqual(expect.arrayContaining(folders ?? []));
  expect(mounted.map(([name = '']) => name).sort()).toEqual(Object.keys(compose.volumes).sort());
});

test('backups go where .env says', () => {
  const names = ['BACKUP_TO', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  expect(names.filter((name) => shop.environment[name] !== `\${${name}:-}`)).toEqual([]);
});

test('nodes show the commit that the image was built from, or a hash of its sources', () => {
  expect(shop.build?.args).toEqual({ REVISION: `\${REVISION:-}` });
  const [recorded = '', given = ''] = build.split('cp build/revision /shop/build/');
  expect(recorded).toContain('node scripts/bootstrap.mjs pages');
  expect(given).toContain('if [ -n "$REVISION" ]; then printf %s "$REVISION" > /shop/build/revision; fi');
});

test('a shell in a container leaves no files among those of the shop', () => {
  expect(/--home-dir (\S+)/.exec(image)?.[1]).toBe('/tmp');
});

test('the image holds the files of the commands that run in it, and no lock file to install from', () => {
  const [, copied = ''] = /cp -r (package\.json [^&]*) \/shop\//.exec(build) ?? [];
  const names = copied.split(' ');
  expect(names.filter((name) => name !== 'node_modules' && globSync(name).length === 0)).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['package.json', 'scripts', 'src', 'migrations', 'node_modules']));
  expect(names).not.toContain('package-lock.json');
});
