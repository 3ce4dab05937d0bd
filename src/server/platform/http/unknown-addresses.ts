import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract } from '#contract/endpoint.ts';
import { Refusal } from '../refusal.ts';
import { splitAddress } from './bind-endpoints.ts';

function pattern(path: string): RegExp {
  return new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
}

/** Answers all other URLs below `/api` with the envelope: 405 if another method exists, else 404. */
export function bindUnknownAddresses(app: FastifyInstance, contract: Contract): void {
  const known = Object.keys(contract).map((key) => {
    const { method, path } = splitAddress(key);
    return { method: String(method), path: pattern(path) };
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = known.filter((address) => address.path.test(path)).map((address) => address.method);
    if (methods.length === 0 || methods.includes(request.method)) throw new Refusal('route.not_found');
    reply.header('allow', [...new Set(methods)].join(', '));
    throw new Refusal('route.method_not_allowed');
  };
  // Before the body is read: its type does not matter for a URL that does not exist.
  app.all('/api/*', { preParsing: async (request, reply) => refuse(request, reply) }, refuse);
}
