import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export interface RedisServer {
  readonly url: string;
  /** Ends all windows. */
  expireAll(): void;
  /** Clients that are connected. */
  connections(): number;
  /** Stops answering, but keeps connections open. */
  silence(): void;
  /** Closes the port and all connections, but keeps the keys. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Entry {
  /** A counter or a hash. */
  value: number | Map<string, string>;
  expiresAt: number | undefined;
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;
const array = (items: readonly string[]): string => `*${items.length}\r\n${items.join('')}`;

const OK = '+OK\r\n';
const VERSION = 'redis_version:7.0.15';

/** Splits complete commands, arrays of bulk strings, off a buffer (https://redis.io/docs/latest/develop/reference/protocol-spec/). */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let at = 0;
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(text.slice(at));
    if (!head) return { commands, rest: text.slice(at) };
    let next = at + head[0].length;
    const words: string[] = [];
    for (let left = Number(head[1]); left > 0; left -= 1) {
      const size = /^\$(\d+)\r\n/.exec(text.slice(next));
      const begin = next + (size?.[0].length ?? 0);
      const end = begin + Number(size?.[1]);
      if (!size || text.length < end + 2) return { commands, rest: text.slice(at) };
      words.push(text.slice(begin, end));
      next = end + 2;
    }
    commands.push(words);
    at = next;
  }
}

/** A server with the few commands of Redis that the shop uses, for tests on machines without Redis. Unknown ones fail. */
export async function openRedisServer(): Promise<RedisServer> {
  const keys = new Map<string, Entry>();
  /** Connections, with whether a key that they watch has changed. */
  const sockets = new Map<Socket, { isWatching: boolean; hasChanged: boolean }>();
  let isSilent = false;
  let server: Server;
  let port = 0;

  function find(key: string): Entry | undefined {
    const entry = keys.get(key);
    if (entry?.expiresAt !== undefined && entry.expiresAt <= Date.now()) keys.delete(key);
    return keys.get(key);
  }

  function hashOf(key: string): Map<string, string> {
    const value = find(key)?.value;
    return value instanceof Map ? value : new Map();
  }

  /** Any change counts as one of every watched key: a transaction may fail without need. */
  function noteChange(): void {
    for (const watching of sockets.values()) watching.hasChanged = watching.isWatching;
  }

  const run: Readonly<Record<string, (...words: string[]) => string>> = {
    client: () => OK,
    info: () => bulk(VERSION),
    time() {
      // To the microsecond, like Redis: customers of different nodes may come within one millisecond.
      const now = Math.floor((performance.timeOrigin + performance.now()) * 1_000);
      return array([Math.floor(now / 1_000_000), now % 1_000_000].map((part) => bulk(String(part))));
    },
    hgetall: (key = '') => array([...hashOf(key)].flat().map(bulk)),
    hset(key = '', ...fields) {
      const hash = hashOf(key);
      for (let at = 0; at < fields.length; at += 2) hash.set(fields[at] ?? '', fields[at + 1] ?? '');
      keys.set(key, { value: hash, expiresAt: find(key)?.expiresAt });
      noteChange();
      return `:${fields.length / 2}\r\n`;
    },
    hdel(key = '', ...fields) {
      noteChange();
      return `:${fields.filter((field) => hashOf(key).delete(field)).length}\r\n`;
    },
    incrby(key = '', by = '0') {
      const entry = find(key) ?? { value: 0, expiresAt: undefined };
      entry.value = Number(entry.value) + Number(by);
      keys.set(key, entry);
      return `:${entry.value}\r\n`;
    },
    pexpire(key = '', ms = '0', condition = '') {
      const entry = find(key);
      if (!entry || (condition.toUpperCase() === 'NX' && entry.expiresAt !== undefined)) return ':0\r\n';
      entry.expiresAt = Date.now() + Number(ms);
      return ':1\r\n';
    },
    pttl(key = '') {
      const entry = find(key);
      if (!entry) return ':-2\r\n';
      return `:${entry.expiresAt === undefined ? -1 : entry.expiresAt - Date.now()}\r\n`;
    },
  };

  function serve(socket: Socket): void {
    const watching = { isWatching: false, hasChanged: false };
    sockets.set(socket, watching);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let buffered = '';
    let queue: (readonly string[])[] | undefined;
    const reply = ([name = '', ...words]: readonly string[]): string =>
      run[name.toLowerCase()]?.(...words) ?? `-ERR unknown command '${name}'\r\n`;
    const execute = ([name = '', ...words]: readonly string[]): string => {
      const command = name.toLowerCase();
      if (command === 'multi') {
        queue = [];
        return OK;
      }
      if (command === 'watch') {
        watching.isWatching = true;
        return OK;
      }
      if (command === 'exec') {
        const commands = queue ?? [];
        queue = undefined;
        const { hasChanged } = watching;
        Object.assign(watching, { isWatching: false, hasChanged: false });
        return hasChanged ? '*-1\r\n' : array(commands.map(reply));
      }
      if (!queue) return reply([name, ...words]);
      queue.push([name, ...words]);
      return '+QUEUED\r\n';
    };
    socket.on('data', (chunk) => {
      const { commands, rest } = readCommands(buffered + chunk.toString('latin1'));
      buffered = rest;
      const replies = commands.map(execute);
      if (!isSilent) socket.write(replies.join(''));
    });
  }

  async function start(): Promise<void> {
    server = createServer(serve).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  }
  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets.keys()) socket.destroy();
    await closed;
  }
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    expireAll: () => {
      for (const entry of keys.values()) entry.expiresAt = 0;
    },
    connections: () => sockets.size,
    silence: () => {
      isSilent = true;
    },
    stop,
    start,
    close: stop,
  };
}
