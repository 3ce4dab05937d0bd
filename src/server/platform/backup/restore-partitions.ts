import type pg from 'pg';
import { listPartitions, quote } from './catalog.store.ts';
import type { BackedUpPartition } from './manifest.ts';

/**
 * Gives empty tables the partitions that they had: migrations create them as of today, and the job that adds months and the
 * retention that drops them have changed them since. A node of an earlier version, on a schema that this one has migrated, backs
 * up a divided table without a list of its partitions: then those of the migrations stay, which take every row.
 */
export async function restorePartitions(client: pg.ClientBase, wanted: readonly BackedUpPartition[]): Promise<void> {
  const nameOf = ({ schema, name }: BackedUpPartition) => quote(client, schema, name);
  const tableOf = ({ schema, table }: BackedUpPartition) => quote(client, schema, table);
  const listed = new Set(wanted.map(tableOf));
  const created = (await listPartitions(client)).filter((partition) => listed.has(tableOf(partition)));
  const isAmong = (list: readonly BackedUpPartition[], { name, bound }: BackedUpPartition) =>
    list.some((partition) => partition.name === name && partition.bound === bound);
  const left = created.filter((partition) => !isAmong(wanted, partition));
  for (const partition of left) {
    const detach = `ALTER TABLE ${tableOf(partition)} DETACH PARTITION ${nameOf(partition)}`;
    const isKept = wanted.some(({ name }) => name === partition.name);
    await client.query(isKept ? detach : `DROP TABLE ${nameOf(partition)}`);
  }
  for (const partition of wanted) {
    if (isAmong(created, partition)) continue;
    if (!created.some(({ name }) => name === partition.name)) {
      const model = quote(client, partition.schema, `${partition.table}_default`);
      await client.query(`CREATE TABLE ${nameOf(partition)} (LIKE ${model} INCLUDING ALL EXCLUDING IDENTITY)`);
    }
    await client.query(`ALTER TABLE ${tableOf(partition)} ATTACH PARTITION ${nameOf(partition)} ${partition.bound}`);
  }
}
