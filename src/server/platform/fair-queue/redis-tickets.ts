import { openRedis, valuesOf } from '../redis.ts';
import type { KnownTicket, SharedTickets, Ticket } from './shared-tickets.ts';

/** Of hashes whose fields are owners. */
const PREFIX = 'stoa:line:';
/** Longer than a ticket lasts. */
const EXPIRE_MS = 60_000;
/** Attempts when other nodes write at the same moment. */
const MAX_ATTEMPTS = 5;

/** In milliseconds since 1970, by the clock of Redis. */
interface Entry {
  readonly enteredAt: number;
  readonly countsUntil: number;
  readonly endsAt: number;
}

const encode = ({ enteredAt, countsUntil, endsAt }: Entry): string => [enteredAt, countsUntil, endsAt].join(' ');

function decode(text: string): Entry {
  const [enteredAt = 0, countsUntil = 0, endsAt = 0] = text.split(' ').map(Number);
  return { enteredAt, countsUntil, endsAt };
}

/** The ticket after an exchange; undefined: it has ended. */
function renewed(known: Entry | undefined, { waitedMs, countsForMs, keptForMs }: Ticket, at: number) {
  if (keptForMs <= 0) return undefined;
  const given: Entry = { enteredAt: at - waitedMs, countsUntil: at + countsForMs, endsAt: at + keptForMs };
  if (!known || known.endsAt <= at) return given;
  return {
    enteredAt: Math.min(known.enteredAt, given.enteredAt),
    countsUntil: Math.max(known.countsUntil, given.countsUntil),
    endsAt: Math.max(known.endsAt, given.endsAt),
  };
}

/**
 * Keeps tickets in a hash of Redis 7 or Valkey, on a connection of its own: what it watches is known per connection.
 * @param shop the same for all of its nodes, and for no other shop on the same Redis.
 */
export async function openRedisTickets(url: string, shop: string): Promise<SharedTickets> {
  const key = PREFIX + shop;
  const redis = await openRedis(url);

  /** @returns all tickets; undefined: another node has written meanwhile. */
  async function tryExchange(tickets: readonly Ticket[]): Promise<readonly KnownTicket[] | undefined> {
    if (tickets.length > 0) await redis.watch(key);
    const [time, stored] = (valuesOf(await redis.pipeline().time().hgetall(key).exec()) ?? []) as [
      [string, string],
      Record<string, string>,
    ];
    const at = Number(time[0]) * 1_000 + Number(time[1]) / 1_000;
    const entries = new Map(Object.entries(stored).map(([owner, text]) => [Number(owner), decode(text)]));
    const written: string[] = [];
    const ended: string[] = [];
    for (const ticket of tickets) {
      const entry = renewed(entries.get(ticket.owner), ticket, at);
      if (entry) {
        entries.set(ticket.owner, entry);
        written.push(String(ticket.owner), encode(entry));
      } else {
        entries.delete(ticket.owner);
        ended.push(String(ticket.owner));
      }
    }
    if (tickets.length > 0) {
      for (const [owner, { endsAt }] of entries) if (endsAt <= at) ended.push(String(owner));
      const transaction = redis.multi();
      if (written.length > 0) transaction.hset(key, ...written);
      if (ended.length > 0) transaction.hdel(key, ...ended);
      transaction.pexpire(key, EXPIRE_MS);
      if (!valuesOf(await transaction.exec())) return undefined;
    }
    return [...entries].flatMap(([owner, { enteredAt, countsUntil, endsAt }]) =>
      endsAt > at ? [{ owner, waitedMs: at - enteredAt, counts: countsUntil > at }] : [],
    );
  }

  return {
    async exchange(tickets) {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const known = await tryExchange(tickets);
        if (known) return known;
      }
      throw new Error('Other nodes keep changing the line');
    },
    async close() {
      redis.disconnect();
    },
  };
}
