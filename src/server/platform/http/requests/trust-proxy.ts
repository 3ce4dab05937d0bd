import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether an address, counted from the shop outwards, is a trusted proxy whose `X-Forwarded-For` entry counts. */
export type TrustProxy = (address: string, hop: number) => boolean;

const HOPS = /^\d{1,2}$/;
/**
 * Range names that the library knows. Checked here, because the library would read `1.5` and `100` as legacy IPv4
 * notations.
 */
const NAMES = /^(loopback|linklocal|uniquelocal)$/;

/**
 * Parses `TRUST_PROXY`: the number of proxies in front of the shop (0: none), or their addresses and networks,
 * separated by commas (`10.0.0.0/8, 2001:db8::/32`, and the names `loopback`, `linklocal` and `uniquelocal`).
 * @returns undefined when no proxy is trusted.
 * @throws when it is neither.
 */
export function readTrustProxy(text: string): TrustProxy | undefined {
  const value = text.trim();
  if (HOPS.test(value)) {
    const hops = Number(value);
    // A function, because Fastify treats a plain number differently.
    return hops === 0 ? undefined : (_address, hop) => hop < hops;
  }
  const networks = value.split(',').map((network) => network.trim());
  const wrong = networks.find((network) => !NAMES.test(network) && isIP(network.split('/', 1)[0] ?? '') === 0);
  if (wrong !== undefined) throw new TypeError(`neither a number of proxies nor an address: ${wrong}`);
  return proxyAddr.compile(networks);
}
