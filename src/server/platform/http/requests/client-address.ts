import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

const NO_ADDRESS = 'unknown';
const WHOLE_ADDRESS = 128;

/** An address without the port that some proxies add: `203.0.113.5:4711` or `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/**
 * The client's address according to trusted proxies; IPv4-mapped addresses are converted to IPv4. If a proxy passes on
 * something that is not an address, the nearest valid one is used.
 */
export function clientAddress({ ip, ips = [ip] }: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  for (const candidate of ips.toReversed()) {
    const address = withoutPort(candidate ?? '');
    if (isIP(address) !== 0) return normalizeIP(address, WHOLE_ADDRESS);
  }
  return NO_ADDRESS;
}

/**
 * The key that limits count by: an IPv4 address, or the /64 network of an IPv6 address, all of which one client can
 * use.
 */
export function limitKey(address: string): string {
  return normalizeIP(address);
}
