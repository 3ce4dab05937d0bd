import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const CONTRACT = /^-- contract:(.*)$/m;
/** Comments and the lock timeout: the content of a file that `npm run db:migration` has just created. */
const PREAMBLE = /--.*$|^\s*SET LOCAL lock_timeout\b.*?;/gim;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /**
   * Of a contract step: the migration that marks the first release that no longer uses what the step removes. Older
   * releases must not run on the schema. Undefined: the migration only expands the schema.
   */
  readonly needs: string | undefined;
}

/**
 * Reads the migrations of a folder in their order. A contract step says so in a line such as
 * `-- contract: needs 0085_order_numbers.sql`. A file without a statement is left out: `npm run dev` must not apply a
 * migration before it is written.
 * @param plugin the plug-in that they belong to.
 * @throws StartError when the folder of a plug-in does not exist, a file is misnamed, or a contract step names no earlier
 * migration.
 */
export async function readMigrations(folder: string, plugin?: string): Promise<Migration[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (plugin === undefined || error.code !== 'ENOENT') throw error;
    throw new StartError(`Plug-in ${plugin}: the folder ${folder} of its migrations does not exist.`);
  });
  const names = files.filter((name) => FILE_NAME.test(name)).sort();
  const misnamed = files.find((name) => name.endsWith('.sql') && !FILE_NAME.test(name));
  if (plugin !== undefined && misnamed !== undefined) {
    const words = misnamed
      .toLowerCase()
      .replace(/^\d*[_-]*|\.sql$/g, '')
      .replace(/[^a-z0-9]+/g, '_');
    throw new StartError(
      `Plug-in ${plugin}: ${misnamed} is not a name for a migration: use four digits, such as 0001_${words || 'tables'}.sql.`,
    );
  }
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, needs: readNeeds(name, sql, names, plugin) };
    }),
  );
  return migrations.filter(({ sql }) => sql.replace(PREAMBLE, '').trim() !== '');
}

function readNeeds(name: string, sql: string, names: readonly string[], plugin?: string): string | undefined {
  const words = CONTRACT.exec(sql)?.[1]?.trim();
  if (words === undefined) return undefined;
  const needs = words.replace(/^needs\s+/, '');
  if (names.includes(needs) && needs < name) return needs;
  const whose = plugin === undefined ? 'Migration' : `Plug-in ${plugin}: migration`;
  throw new StartError(
    `${whose} ${name}: its contract line must name an earlier migration, such as -- contract: needs ${names[0]}.`,
  );
}
