import pg from 'pg';
import { SUPERUSER } from './create-cluster.ts';

/** Name of the shop's role and of the database that it owns. */
const SHOP = 'stoa';
const address = (role: string, password: string, port: number, database: string): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

/** The address of the shop's database on a running server. */
export const shopAddress = (port: number, password: string): string => address(SHOP, password, port, SHOP);

/**
 * The address of the shop's database, which is made with its owner when this is the cluster's first start. The owner is
 * no superuser: whatever reaches the shop's connection reaches neither the server's files nor its programs.
 */
export async function openShopDatabase(port: number, password: string): Promise<string> {
  const client = new pg.Client({ connectionString: address(SUPERUSER, password, port, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [SHOP]);
    if (rowCount === 0) {
      // A start that was interrupted here may have made the role alone.
      await client.query(`DROP ROLE IF EXISTS ${SHOP}`);
      await client.query(`CREATE ROLE ${SHOP} LOGIN CREATEDB PASSWORD '${password}'`);
      await client.query(`CREATE DATABASE ${SHOP} OWNER ${SHOP}`);
    }
  } finally {
    await client.end();
  }
  return shopAddress(port, password);
}
