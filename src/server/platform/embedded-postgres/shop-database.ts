import pg from 'pg';
import { StartError } from '../start-error.ts';
import type { ClusterPasswords } from './cluster-passwords.ts';
import { SUPERUSER } from './create-cluster.ts';

/** Name of the shop's role and of its database. */
const SHOP = 'stoa';
/** SQLSTATE invalid_password. */
const WRONG_PASSWORD = '28P01';

const address = (role: string, password: string, port: number, database: string): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

/** Connection string of the shop's database on a running server. */
export const shopAddress = (port: number, password: string): string => address(SHOP, password, port, SHOP);

/**
 * Connection string of the shop's database, which is created with its role at the cluster's first start. The role owns
 * this database and nothing else: SQL injection through the shop's connection reaches neither the server's files and
 * programs nor other databases. The rights are set at every start, because earlier releases granted more.
 */
export async function openShopDatabase(
  port: number,
  passwords: ClusterPasswords,
  canCreateDatabases: boolean,
): Promise<string> {
  const client = await connectAsSuperuser(port, passwords);
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [SHOP]);
    if (rowCount === 0) {
      // An interrupted start may have created only the role.
      await client.query(`DROP ROLE IF EXISTS ${SHOP}`);
      await client.query(`CREATE ROLE ${SHOP} LOGIN PASSWORD '${passwords.shop}'`);
      await client.query(`CREATE DATABASE ${SHOP} OWNER ${SHOP}`);
    }
    await client.query(
      `ALTER ROLE ${SHOP} NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS ${canCreateDatabases ? 'CREATEDB' : 'NOCREATEDB'}`,
    );
    await client.query(`REVOKE ALL ON DATABASE ${SHOP}, postgres, template1 FROM PUBLIC`);
  } finally {
    await client.end();
  }
  return shopAddress(port, passwords.shop);
}

/**
 * In a cluster of an earlier release the superuser still has the shop's password and gets its own here. If a start was
 * interrupted after writing the new password to its file and before setting it, the next start completes the change.
 */
async function connectAsSuperuser(port: number, { shop, superuser }: ClusterPasswords): Promise<pg.Client> {
  const current = await connect(port, superuser);
  if (current) return current;
  const old = await connect(port, shop);
  if (!old) {
    throw new StartError('The database refuses the passwords beside its files: restore both from the same backup.');
  }
  await old.query(`ALTER ROLE ${SUPERUSER} PASSWORD '${superuser}'`);
  return old;
}

/** Undefined when the server rejects the password. */
async function connect(port: number, password: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: address(SUPERUSER, password, port, 'postgres') });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) return undefined;
    throw error;
  }
}
