const FIRST_PORT = 21_300;

/** The database servers, each with Patroni, and the nodes of the shop. */
export const SERVERS = [1, 2, 3] as const;
export type ServerNumber = (typeof SERVERS)[number];

export const PORTS = {
  SHOP: FIRST_PORT,
  PRIMARY: FIRST_PORT + 1,
  STANDBY: FIRST_PORT + 2,
  POOLER: FIRST_PORT + 3,
  ETCD: FIRST_PORT + 4,
  ETCD_PEER: FIRST_PORT + 5,
  CDN: FIRST_PORT + 6,
  BACKUP: FIRST_PORT + 7,
} as const;
export const nodePort = (number: ServerNumber) => FIRST_PORT + 10 + number;
export const pgPort = (number: ServerNumber) => FIRST_PORT + 20 + number;
export const restPort = (number: ServerNumber) => FIRST_PORT + 30 + number;

/** All of them, by their names in the files of `ops/reference`. */
export const PORT_VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(PORTS).map(([name, port]) => [`${name}_PORT`, port])),
  ...Object.fromEntries(
    SERVERS.flatMap((number) => [
      [`NODE${number}_PORT`, nodePort(number)],
      [`PG${number}_PORT`, pgPort(number)],
      [`REST${number}_PORT`, restPort(number)],
    ]),
  ),
};

export const local = (port: number): string => `http://127.0.0.1:${port}`;
