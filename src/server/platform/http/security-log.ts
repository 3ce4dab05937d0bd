import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RefusalCode } from '#contract/refusals.ts';
import { asRefusal } from './failures.ts';
import { clientAddress, limitKey } from './requests/client-address.ts';

/** The events of the security log. Maps endpoints, such as `POST /auth/login`, and refusals to events. */
export interface SecurityEventTables {
  /** Every event with its outcome. */
  readonly outcomes: Readonly<Record<string, 'success' | 'failure'>>;
  readonly ofCall: Readonly<Record<string, string | undefined>>;
  readonly ofRefusal: Readonly<Partial<Record<RefusalCode, string>>>;
}

export interface SecurityLog {
  /** Logs the event of a successful request, if it has one. @param userId the user concerned, if known. */
  succeeded(call: string, request: FastifyRequest, userId: number | undefined): void;
  /**
   * Logs an event that is neither an endpoint nor a refusal. @param details further fields of the line, without secrets
   */
  occurred(event: string, request: FastifyRequest, details: object): void;
  /** Remembers the caller for the event of a possible refusal. */
  identify(request: FastifyRequest, userId: number): void;
}

const WINDOW_MS = 60_000;
/** Lines per minute, event and client: shows an attack without filling the disk. */
const MAX_LINES = 20;
/** Logged once per minute and client, because a client over its rate limit is refused thousands of times. */
const ONCE: ReadonlySet<string> = new Set(['rate_limit.exceeded']);
const MAX_CLIENTS = 10_000;

/** Counts lines by event and client. @returns whether this one may be written. */
function createThrottle() {
  let lines = new Map<string, number>();
  let endsAt = 0;
  return (event: string, address: string): boolean => {
    if (performance.now() >= endsAt) {
      lines = new Map();
      endsAt = performance.now() + WINDOW_MS;
    }
    const key = `${event} ${limitKey(address)}`;
    const count = (lines.get(key) ?? 0) + 1;
    if (count === 1 && lines.size >= MAX_CLIENTS) return false;
    lines.set(key, count);
    return count <= (ONCE.has(event) ? 1 : MAX_LINES);
  };
}

/**
 * Writes security events as log lines with documented names: who, from where, in which request. A line contains no
 * password, token, email address or body.
 */
export function createSecurityLog(
  app: FastifyInstance,
  { outcomes, ofCall, ofRefusal }: SecurityEventTables,
): SecurityLog {
  const isAllowed = createThrottle();
  const senders = new WeakMap<FastifyRequest, number>();
  const record = (event: string, request: FastifyRequest, userId: number | undefined, details = {}): void => {
    const address = clientAddress(request);
    if (!isAllowed(event, address)) return;
    const line = {
      event,
      outcome: outcomes[event],
      user_id: userId ?? null,
      address,
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
      request_id: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      ...details,
    };
    request.log.info(line, 'Security event');
  };
  app.addHook('onError', async (request, _reply, error) => {
    const refusal = asRefusal(error);
    const event = ofRefusal[refusal.code as RefusalCode];
    if (event) record(event, request, refusal.concerns ?? senders.get(request));
  });
  return {
    succeeded(call, request, userId) {
      const event = ofCall[call];
      if (event) record(event, request, userId ?? senders.get(request));
    },
    occurred: (event, request, details) => record(event, request, undefined, details),
    identify: (request, userId) => void senders.set(request, userId),
  };
}
