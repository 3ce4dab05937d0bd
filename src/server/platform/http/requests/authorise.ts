import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../handler.ts';
import type { SecurityLog } from '../security-log.ts';

export interface AuthorisationServices {
  /** Resolves a bearer token. Undefined: unknown, ended or expired. */
  readonly findCaller: (token: string) => Promise<Caller | undefined>;
  readonly securityLog: Pick<SecurityLog, 'identify'>;
}

/**
 * Identifies the caller of an endpoint by their bearer token; nobody for a public endpoint.
 * @throws Refusal `auth.required`, `auth.expired`, `auth.forbidden`, `auth.second_factor_needed`.
 */
export async function authorise(
  endpoint: Endpoint,
  request: FastifyRequest,
  { findCaller, securityLog }: AuthorisationServices,
): Promise<Caller | undefined> {
  if (endpoint.access === 'public') return undefined;
  const [, token] = /^Bearer ([\w.~+/=-]{1,256})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new Refusal('auth.required');
  const caller = await findCaller(token);
  if (!caller) throw new Refusal('auth.expired');
  securityLog.identify(request, caller.userId);
  if (endpoint.access === 'admin' && !caller.isAdmin) {
    throw new Refusal(caller.needsSecondFactor ? 'auth.second_factor_needed' : 'auth.forbidden');
  }
  return caller;
}
