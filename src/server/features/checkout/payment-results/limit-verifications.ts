import { LRUCache } from 'lru-cache';
import { InvalidSignature } from '#server/features/payments/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { limitConcurrency } from '#server/platform/concurrency/limit-concurrency.ts';
import type { Logger } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';

const MINUTE_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;
/** A waiting event holds up to 512 KB. */
const AT_ONCE = {
  /** Of clients that have sent a genuine event before: forged events of others do not delay theirs. */
  known: { running: 8, waiting: 50 },
  unknown: { running: 4, waiting: 20 },
} as const;
/** Forged events per minute; of all unknown clients, also events that the provider could not verify. */
const MAX_FAILED = { ofKnownClient: 100, ofUnknownClient: 10, ofAllUnknownClients: 60 } as const;
const MAX_KNOWN_CLIENTS = 1_000;
const MAX_COUNTED_CLIENTS = 10_000;
/** In place of a client, for the count of all that are unknown. */
const ALL_UNKNOWN = Symbol('all unknown clients');

interface Count {
  failed: number;
  readonly endsAt: number;
}

/** @param client the sender's address, or a part of it that all addresses of a client share. */
type VerifyInTurn = <T>(client: string, verify: () => Promise<T>) => Promise<T>;

/** Runs the verification of an event of a provider. @param client as of `VerifyInTurn`. */
export type LimitVerifications = <T>(provider: string, client: string, verify: () => Promise<T>) => Promise<T>;

const tryLater = (seconds: number) => new Refusal('server.overloaded', { retryAfterSeconds: seconds });

/**
 * Limits verifications that call a provider: anybody can send forged events. What is refused gets 503, after which providers send an
 * event again, and jobs read the payments meanwhile. Each provider has limits of its own.
 * @returns a function that throws Refusal `server.overloaded`, or what the verification throws.
 */
export function limitVerifications(now: Clock, log: Logger): LimitVerifications {
  const limits = new Map<string, VerifyInTurn>();
  return (provider, client, verify) => {
    const limit = limits.get(provider) ?? limitOf(provider, now, log);
    limits.set(provider, limit);
    return limit(client, verify);
  };
}

function limitOf(provider: string, now: Clock, log: Logger): VerifyInTurn {
  const knownClients = new LRUCache<string, true>({ max: MAX_KNOWN_CLIENTS });
  const counts = new LRUCache<string | typeof ALL_UNKNOWN, Count>({ max: MAX_COUNTED_CLIENTS });
  const inTurn = ({ running, waiting }: (typeof AT_ONCE)['known' | 'unknown']) =>
    limitConcurrency(running, { maxWaiting: waiting, refusal: () => tryLater(RETRY_AFTER_SECONDS) });
  const ofKnown = inTurn(AT_ONCE.known);
  const ofUnknown = inTurn(AT_ONCE.unknown);

  const countOf = (client: string | typeof ALL_UNKNOWN): Count => {
    const at = now().getTime();
    const count = counts.get(client);
    if (count && count.endsAt > at) return count;
    const begun: Count = { failed: 0, endsAt: at + MINUTE_MS };
    counts.set(client, begun);
    return begun;
  };

  let warnAgainAt = 0;
  const warn = (address: string): void => {
    const at = now().getTime();
    if (at < warnAgainAt) return;
    warnAgainAt = at + MINUTE_MS;
    log.warn({ provider, address }, 'Too many webhook events to verify: some are refused');
  };

  const run: VerifyInTurn = async (client, verify) => {
    const isKnown = knownClients.get(client) ?? false;
    const limits: readonly (readonly [string | typeof ALL_UNKNOWN, number])[] = isKnown
      ? [[client, MAX_FAILED.ofKnownClient]]
      : [
          [client, MAX_FAILED.ofUnknownClient],
          [ALL_UNKNOWN, MAX_FAILED.ofAllUnknownClients],
        ];
    const refuseExcess = (): void => {
      for (const [counted, max] of limits) {
        const { failed, endsAt } = countOf(counted);
        if (failed >= max) throw tryLater(Math.ceil((endsAt - now().getTime()) / 1000));
      }
    };
    refuseExcess();
    return (isKnown ? ofKnown : ofUnknown)(async () => {
      // Events that were verified while this one waited may have used up the limit.
      refuseExcess();
      try {
        const verified = await verify();
        knownClients.set(client, true);
        return verified;
      } catch (error) {
        // An outage of the provider says nothing about a client, but forged events must not add calls without limit.
        const isForged = error instanceof InvalidSignature;
        for (const [counted] of limits) if (isForged || counted === ALL_UNKNOWN) countOf(counted).failed += 1;
        throw error;
      }
    });
  };

  return async (client, verify) => {
    try {
      return await run(client, verify);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'server.overloaded') warn(client);
      throw error;
    }
  };
}
