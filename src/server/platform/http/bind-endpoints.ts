import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Contract, Endpoint, SentFile } from '#contract/endpoint.ts';
import { withReservedConnections } from '../database/read-scope.ts';
import { inRequest } from '../telemetry/request-scope.ts';
import type { Caller, HandlerResponse, Handlers } from './handler.ts';
import type { Idempotency } from './idempotency/idempotency.ts';
import type { RepeatableWrite } from './idempotency/repeatable-write.ts';
import { type AccountLimit, limitAccounts } from './requests/account-limit.ts';
import { type AuthorisationServices, authorise } from './requests/authorise.ts';
import { readFile } from './requests/read-file.ts';
import { personalFacts, sharedFacts } from './requests/request-facts.ts';
import { validateInput } from './requests/validation.ts';
import { collectCacheFacts } from './response-cache/cache-facts.ts';
import { cacheableResponse } from './response-cache/cacheable-response.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import { sendCached } from './response-cache/send-cached.ts';
import type { SecurityLog } from './security-log.ts';
import { sendFile } from './send-file.ts';

export interface BindingServices extends AuthorisationServices {
  readonly cache: ResponseCache;
  readonly idempotency: Idempotency;
  readonly securityLog: SecurityLog;
  /** Requests per minute for one address and for one account; a costly endpoint allows a twentieth. */
  readonly rateLimit: number;
}

/** Any handler, called after its input was validated against its endpoint. */
type AnyHandler = (input: Record<string, unknown>) => Promise<HandlerResponse<unknown>>;

interface Binding {
  /** Method and path, as in the contract. */
  readonly key: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
}

const MULTIPART_LIMITS = { files: 1, fields: 5, parts: 6, fieldSize: 1024, headerPairs: 20 };
const BASE = '/api';
const JSON_TYPE = 'application/json; charset=utf-8';
/** One object for all responses: the response cache compares it. */
const SHARED_HEADERS = { 'content-type': JSON_TYPE };

export function splitAddress(key: string): { method: HTTPMethods; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method: method as HTTPMethods, path };
}

/** The success envelope as JSON. Views have already named each field, so nothing is filtered here. */
export function successText(response: HandlerResponse<unknown>): string {
  return JSON.stringify({ success: true, message: response.message, data: response.data });
}

function bindShared(app: FastifyInstance, { key, endpoint, handler }: Binding, cache: ResponseCache): void {
  app.get(toUrl(splitAddress(key).path), async (request, reply) => {
    const response = await cache.serve(request.url, async () => {
      const valid = validateInput(endpoint, { params: request.params, query: request.query, body: undefined });
      const input = { ...valid, caller: undefined, request: sharedFacts(request) };
      const handle = () => inRequest(request.id, () => handler(input));
      const { result, facts: shown } = await collectCacheFacts(handle);
      return cacheableResponse(200, SHARED_HEADERS, Buffer.from(successText(result)), shown);
    });
    return sendCached(cache, request.url, response, request, reply);
  });
}

function bindPersonal(
  app: FastifyInstance,
  { key, endpoint, handler }: Binding,
  services: BindingServices,
  limitAccount: AccountLimit,
): void {
  const { method, path } = splitAddress(key);
  const { idempotency, securityLog } = services;

  const admit = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const caller = await authorise(endpoint, request, services);
    if (caller) await limitAccount(request, caller.userId);
    return caller;
  };

  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store').type(JSON_TYPE);
    const caller = await (method === 'GET' ? withReservedConnections(() => admit(request)) : admit(request));
    // Read the body only after authorisation, and before anything is looked up by its content.
    const file = endpoint.file && (await readFile(request, endpoint.file.maxBytes));
    const callHandler = async (write?: RepeatableWrite): Promise<HandlerResponse<unknown>> => {
      const valid = validateInput(endpoint, { params: request.params, query: request.query, body: request.body });
      const input = { ...valid, ...(file && { file }), caller, request: personalFacts(request, reply, write) };
      const response = await handler(input);
      securityLog.succeeded(key, request, response.concerns);
      return response;
    };
    if (endpoint.sends) {
      const { data } = await callHandler();
      return sendFile(reply, endpoint.sends, data as SentFile);
    }
    const work = async (write?: RepeatableWrite) => ({
      status: endpoint.status ?? 200,
      body: successText(await callHandler(write)),
    });
    const idempotencyKey = request.headers['idempotency-key'];
    if (method === 'GET' || typeof idempotencyKey !== 'string' || endpoint.storesResponse === false) {
      const { status, body } = await work();
      return reply.code(status).send(body);
    }
    const scope = `${caller ? `user ${caller.userId}` : 'public'} ${key}`;
    const content = contentOf(request, file);
    const canRunAgain = endpoint.canRunAgain === true;
    const { status, body, replayed } = await idempotency.once(
      { scope, key: idempotencyKey, content, canRunAgain },
      work,
    );
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply.code(status).send(body);
  };

  app.route({
    method,
    url: toUrl(path),
    handler: (request, reply) => inRequest(request.id, () => respond(request, reply)),
    ...routeConfig(endpoint, services.rateLimit),
  });
}

/** Tells a repeated request from another one with the same idempotency key. */
function contentOf(request: FastifyRequest, file: Buffer | undefined): string {
  const sent = createHash('sha256').update(file ?? request.rawBody ?? '');
  return JSON.stringify([request.params, request.query, sent.digest('hex')]);
}

/** Limits guessing and flooding long before reads are limited; nobody types ten passwords a minute. */
const COSTLY_SHARE = 20;
const COSTLY_AT_LEAST = 10;

function costlyLimit(rateLimit: number): number {
  return Math.max(COSTLY_AT_LEAST, Math.floor(rateLimit / COSTLY_SHARE));
}

/** The stricter limit of a costly endpoint, counted per endpoint and exactly across all nodes, and its body size. */
function routeConfig({ costly, maxBodyBytes }: Endpoint, rateLimit: number) {
  const limit = { max: costlyLimit(rateLimit), timeWindow: 60_000, isExact: true };
  return {
    ...(costly && { config: { rateLimit: limit } }),
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
  };
}

function toUrl(path: string): string {
  return BASE + path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Binds every endpoint of a contract to its handler under `/api`. Access, validation, envelope, caching headers and
 * idempotency are the same for all and implemented only here.
 */
export async function bindEndpoints<const C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  services: BindingServices,
): Promise<void> {
  const limitAccount = limitAccounts(app, { name: 'all requests', max: services.rateLimit });
  const limitCostly = (key: string) =>
    limitAccounts(app, { name: key, max: costlyLimit(services.rateLimit), isExact: true });
  const bind = (scope: FastifyInstance, key: string, endpoint: Endpoint): void => {
    const binding = { key, endpoint, handler: handlers[key as keyof C] as unknown as AnyHandler };
    if (endpoint.shared) bindShared(scope, binding, services.cache);
    else bindPersonal(scope, binding, services, endpoint.costly ? limitCostly(key) : limitAccount);
  };
  const endpoints = Object.entries(contract);
  for (const [key, endpoint] of endpoints) if (!endpoint.file) bind(app, key, endpoint);
  await app.register(async (uploads) => {
    // Only these endpoints accept forms; all others answer 415. The handler reads the files, up to its limit.
    await uploads.register(multipart, { limits: MULTIPART_LIMITS });
    for (const [key, endpoint] of endpoints) if (endpoint.file) bind(uploads, key, endpoint);
  });
}
