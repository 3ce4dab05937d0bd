import { lookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The host is, or resolves to, loopback or private addresses only. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor() {
    super('This server is on a private network. The operator can allow that with ALLOW_PRIVATE_ADDRESSES=1.');
  }
}

/** Global unicast addresses of IPv6 (RFC 4291); everything else is local, reserved or wraps an IPv4 address. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether an IP address belongs to the public internet: not loopback, private, link-local, shared, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4-mapped address (::ffff:127.0.0.1) connects to the IPv4 address it contains.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

export interface CheckedSocketOptions {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  /** Whether loopback and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** DNS lookup; replaced in tests. */
  readonly resolve?: typeof lookup;
}

/**
 * Connects to a host from user input. The name is resolved once and the socket connects to the checked addresses, so a
 * name that resolves differently a moment later (DNS rebinding) is harmless.
 * @throws PrivateAddressError, or the network's error.
 */
export function openCheckedSocket(options: CheckedSocketOptions): Promise<Socket> {
  const { port, timeoutMs, allowPrivate, resolve = lookup } = options;
  const host = options.host.replace(/^\[(.*)\]$/, '$1');
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);
  if (isIP(host) && !isAllowed(host)) return Promise.reject(new PrivateAddressError());
  const lookUpAllowed: LookupFunction = (name, wanted, callback) =>
    resolve(name, { ...wanted, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const [first, ...others] = found.filter(({ address }) => isAllowed(address));
      if (!first) return callback(new PrivateAddressError(), []);
      return wanted.all ? callback(null, [first, ...others]) : callback(null, first.address, first.family);
    });
  return new Promise((done, fail) => {
    const socket = connect({ host, port, lookup: lookUpAllowed });
    const timer = setTimeout(() => socket.destroy(new Error('The connection timed out')), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      done(socket);
    });
  });
}
