import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestFacts } from '../handler.ts';
import type { RepeatableWrite } from '../idempotency/repeatable-write.ts';
import { clientAddress } from './client-address.ts';

/** Facts for a response that several clients share. */
export function sharedFacts(request: FastifyRequest): RequestFacts {
  return { address: clientAddress(request), userAgent: request.headers['user-agent']?.slice(0, 300) };
}

/** Facts for the response to one client. The signal is created on demand: few handlers wait long enough to use it. */
export function personalFacts(request: FastifyRequest, { raw }: FastifyReply, write?: RepeatableWrite): RequestFacts {
  let signal: AbortSignal | undefined;
  return {
    ...sharedFacts(request),
    write,
    get signal() {
      signal ??= whenDisconnected(raw);
      return signal;
    },
  };
}

function whenDisconnected(response: FastifyReply['raw']): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once('close', () => response.writableFinished || controller.abort());
  return controller.signal;
}
