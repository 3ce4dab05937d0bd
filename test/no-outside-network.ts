import { Socket } from 'node:net';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;
const connect = Socket.prototype.connect;

function target(args: readonly unknown[]): string | undefined {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string };
    return path === undefined ? (host ?? 'localhost') : undefined;
  }
  return typeof args[1] === 'string' ? args[1] : 'localhost';
}

/** A test that connects beyond this machine fails. */
function guarded(this: Socket, ...args: unknown[]): Socket {
  const host = target(args);
  if (host !== undefined && !LOOPBACK.test(host)) throw new Error(`A test tried to reach ${host}`);
  return Reflect.apply(connect, this, args) as Socket;
}

// Once per process, which runs many test files.
if (connect.name !== guarded.name) Socket.prototype.connect = guarded as typeof connect;
