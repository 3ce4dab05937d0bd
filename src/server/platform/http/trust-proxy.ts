import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Decides whether an address, counted from the shop outwards, is a proxy whose `X-Forwarded-For` entry is believed. */
export type TrustProxy = (address: string, hop: number) => boolean;

const HOPS = /^\d{1,2}$/;
/** Ranges that the library knows by name. Besides, it would read `1.5` and `100` as old forms of IPv4 addresses. */
const NAMES = /^(loopback|linklocal|uniquelocal)$/;

/**
 * Reads `TRUST_PROXY`: how many proxies stand before the shop (0: none), or their addresses and networks, separated by
 * commas (`10.0.0.0/8, 2001:db8::/32`, and the names `loopback`, `linklocal` and `uniquelocal`).
 * @returns undefined when no proxy is trusted.
 * @throws when it is neither.
 */
export function readTrustProxy(text: string): TrustProxy | undefined {
  const value = text.trim();
  if (HOPS.test(value)) {
    const hops = Number(value);
    // A function, since Fastify takes a plain number as "trust nobody".
    return hops === 0 ? undefined : (_address, hop) => hop < hops;
  }
  const networks = value.split(',').map((network) => network.trim());
  const wrong = networks.find((network) => !NAMES.test(network) && isIP(network.split('/', 1)[0] ?? '') === 0);
  if (wrong !== undefined) throw new TypeError(`neither a number of proxies nor an address: ${wrong}`);
  return proxyAddr.compile(networks);
}
