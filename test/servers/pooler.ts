import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';

export interface Pooler {
  /** Connection string of the same database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

export interface PoolerOptions {
  /** `session`: a client keeps its backend until it closes. */
  readonly mode?: 'transaction' | 'session';
  readonly backends?: number;
}

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** Like PgBouncer: any other startup parameter is rejected. */
const ACCEPTED = new Set(['user', 'database', 'application_name', 'client_encoding', 'replication']);

/** One message of PostgreSQL's protocol: type, length, content. */
function message(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(LENGTH_BYTES + content.length);
  return Buffer.concat([Buffer.from(type), length, content]);
}

/** Splits a stream into messages. A client's first message has no type. */
function framer(onMessage: (type: string, whole: Buffer) => void, hasStartup: boolean): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isStartup ? 0 : TYPE_BYTES;
      if (rest.length < head + LENGTH_BYTES) return;
      const size = head + rest.readUInt32BE(head);
      if (rest.length < size) return;
      const whole = rest.subarray(0, size);
      rest = rest.subarray(size);
      const type = isStartup ? 'startup' : String.fromCharCode(whole[0] ?? 0);
      isStartup = false;
      onMessage(type, whole);
    }
  };
}

/** An authenticated connection to PostgreSQL whose bytes are forwarded unchanged. */
class Backend {
  readonly socket: Socket;
  onMessage: (type: string, whole: Buffer) => void = () => undefined;

  constructor(client: pg.Client) {
    this.socket = (client as pg.Client & { connection: { stream: Socket } }).connection.stream;
    this.socket.removeAllListeners('data');
    this.socket.on(
      'data',
      framer((type, whole) => this.onMessage(type, whole), false),
    );
    this.socket.on('error', () => undefined);
  }
}

async function openBackend(url: string): Promise<Backend> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return new Backend(client);
}

const GREETING = Buffer.concat([
  message('R', Buffer.alloc(LENGTH_BYTES)),
  message('S', 'server_version\0', '18.0\0'),
  message('S', 'client_encoding\0', 'UTF8\0'),
  message('Z', 'I'),
]);

/** Ends what a client has left open. */
const END = [message('S'), message('Q', 'ROLLBACK\0')];

/** PostgreSQL answers a query and a sync with "ready for query". */
const expectsReady = (whole: Buffer): boolean => ['Q', 'S'].includes(String.fromCharCode(whole[0] ?? 0));

/** The first startup parameter that a pooler rejects. */
function refusedSetting(startup: Buffer): string | undefined {
  const words = startup
    .subarray(2 * LENGTH_BYTES)
    .toString()
    .split('\0');
  return words.find((word, index) => index % 2 === 0 && word !== '' && !ACCEPTED.has(word));
}

/**
 * A connection pooler like PgBouncer without support for named statements, as strict as possible: every transaction
 * gets another backend, the one idle for longest.
 */
export async function openPooler(
  url: string,
  { mode = 'transaction', backends = 4 }: PoolerOptions = {},
): Promise<Pooler> {
  const idle = await Promise.all(Array.from({ length: backends }, () => openBackend(url)));
  const all = [...idle];
  const waiting: ((backend: Backend) => void)[] = [];
  const clients = new Set<Socket>();

  const take = (): Promise<Backend> => {
    const backend = idle.shift();
    return backend ? Promise.resolve(backend) : new Promise((resolve) => waiting.push(resolve));
  };
  const give = (backend: Backend): void => {
    backend.onMessage = () => undefined;
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };

  function serve(client: Socket): void {
    clients.add(client);
    client.on('error', () => undefined);
    let backend: Backend | undefined;
    let isTaking = false;
    /** Messages of type "ready for query" that the backend still has to send. */
    let unanswered = 0;
    const unsent: Buffer[] = [];
    let isGone = false;

    const pass = async (): Promise<void> => {
      if (!backend) {
        if (isTaking) return;
        isTaking = true;
        const taken = await take();
        isTaking = false;
        if (isGone) return give(taken);
        backend = taken;
        taken.onMessage = (type, whole) => {
          if (!isGone) client.write(whole);
          if (type !== 'Z') return;
          unanswered -= 1;
          const isIdle = String.fromCharCode(whole.at(-1) ?? 0) === 'I';
          const isFree = mode === 'transaction' || isGone;
          if (unanswered > 0 || !isIdle || !isFree) return;
          backend = undefined;
          give(taken);
        };
      }
      passOn(backend, unsent.splice(0));
    };

    const passOn = (to: Backend, messages: readonly Buffer[]): void => {
      for (const whole of messages) {
        if (expectsReady(whole)) unanswered += 1;
        to.socket.write(whole);
      }
    };

    client.on(
      'data',
      framer((type, whole) => {
        if (type === 'startup') {
          const refused = refusedSetting(whole);
          if (refused === undefined) client.write(GREETING);
          else client.end(message('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`));
          return;
        }
        if (type === 'X') return;
        unsent.push(whole);
        void pass();
      }, true),
    );
    client.on('close', () => {
      clients.delete(client);
      isGone = true;
      // The client may have left before its response was complete, or in a transaction.
      if (backend) passOn(backend, END);
    });
  }

  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pooled = new URL(url);
  pooled.port = String((server.address() as AddressInfo).port);
  return { url: pooled.href, close: () => closeAll(server, [...clients], all) };

  async function closeAll(listening: Server, open: readonly Socket[], opened: readonly Backend[]): Promise<void> {
    for (const socket of open) socket.destroy();
    for (const { socket } of opened) socket.destroy();
    listening.close();
    await once(listening, 'close');
  }
}
