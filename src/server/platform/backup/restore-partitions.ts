import type pg from 'pg';
import { listPartitions, quote } from './catalog.store.ts';
import type { BackedUpPartition } from './manifest.ts';

/**
 * Gives empty tables the partitions that they had in the backup. Migrations create those of today, but a job has added months and the
 * retention has dropped some since. A backup by a node of an earlier version lists no partitions: the table then keeps those of the
 * migrations, which take every row.
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
