import { StartError } from '../start-error.ts';
import type { Migration } from './read-migrations.ts';

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly needs: string | null;
}

/**
 * Decides whether this version can work on a schema with migrations that it does not know: releases expand the schema
 * first and contract it later, so an old node can be restarted during an upgrade.
 * @param migrator what applies the migrations, such as `version of the shop`.
 * @returns a line for the operator; undefined when every applied migration is known.
 * @throws StartError when a contract step removed what this version uses, or when the schema belongs to another line of
 * versions.
 */
export function checkNewerSchema(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  migrator: string,
): string | undefined {
  const names = new Set(known.map(({ name }) => name));
  const unknown = applied.filter(({ name }) => !names.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const [first] = unknown;
  if (first === undefined) return undefined;
  const more = unknown.length > 1 ? ` and ${unknown.length - 1} more` : '';
  const said = `The database was migrated by a newer ${migrator} (${first.name}${more})`;
  const step = unknown.find(({ needs }) => needs !== null && !names.has(needs));
  if (step) {
    throw new StartError(`${said}. ${step.name} removed what this version still uses: start the newer version.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  const missing = known.find(({ name }) => !done.has(name));
  if (missing) {
    throw new StartError(
      `${said}, which does not have ${missing.name} of this version: start that version. A development database starts over with npm run db:reset.`,
    );
  }
  return `${said}. This version works on it, because nothing that it uses was removed; upgrade this node too.`;
}
