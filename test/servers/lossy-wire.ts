import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What happens when PostgreSQL responds to the commit. `connection`: this connection breaks. `outage`: all connections break,
 * and new ones are rejected until `mend`. `silence`: the node gets no more data on this connection, as if it had ended.
 */
export type Loss = 'connection' | 'outage' | 'silence';

export interface LossyWire {
  /** Connection string that leads to the database through this proxy. */
  readonly url: string;
  /**
   * Loses the response to the next commit.
   * @param of the exchange that commits, if it is not a COMMIT: a statement outside a transaction commits implicitly.
   * @returns when PostgreSQL has sent the response.
   */
  loseCommit(loss: Loss, of?: Exchange): Promise<void>;
  /** Accepts connections again. */
  mend(): void;
  /** New connections lead to another server, those that are open stay where they are. */
  redirect(databaseUrl: string): void;
  close(): void;
}

/** Parts of a client's message and of PostgreSQL's response. */
export interface Exchange {
  readonly sent: string;
  readonly answered: string;
}

const COMMIT: Exchange = { sent: 'commit\0', answered: 'COMMIT\0' };

/** A TCP proxy between a node and its database, which can lose the response to a commit. */
export async function openLossyWire(databaseUrl: string): Promise<LossyWire> {
  let target = new URL(databaseUrl);
  const ends = new Set<Socket>();
  let isDown = false;
  let next: { readonly loss: Loss; readonly of: Exchange; readonly committed: PromiseWithResolvers<void> } | undefined;
  const breakAll = () => {
    for (const end of ends) end.destroy();
    ends.clear();
  };
  const server = createServer((node) => {
    if (isDown) return void node.destroy();
    const database = connect(Number(target.port), target.hostname);
    for (const end of [node, database]) {
      ends.add(end);
      end.on('error', () => undefined);
    }
    node.on('close', () => database.destroy());
    database.on('close', () => node.destroy());
    let lost: typeof next;
    node.on('data', (chunk) => {
      if (next && chunk.includes(next.of.sent)) {
        lost = next;
        next = undefined;
      }
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (!lost) return void node.write(chunk);
      const { loss, of, committed } = lost;
      if (!chunk.includes(of.answered)) return;
      if (loss === 'connection') node.destroy();
      if (loss === 'outage') {
        isDown = true;
        breakAll();
      }
      committed.resolve();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The wire has no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    loseCommit(loss, of = COMMIT) {
      const committed = Promise.withResolvers<void>();
      next = { loss, of, committed };
      return committed.promise;
    },
    mend() {
      isDown = false;
    },
    redirect(to) {
      target = new URL(to);
    },
    close() {
      breakAll();
      server.close();
    },
  };
}
