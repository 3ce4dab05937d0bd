import { z } from 'zod';
import type { Contract, Endpoint } from './endpoint.ts';
import { type AnyRefusal, describeRefusal, type PluginRefusal, type RefusalCode, refusals } from './refusals.ts';

type JsonObject = Record<string, unknown>;

const STORES_NO_RESPONSE = 'Ignores an `Idempotency-Key`: responses with secrets are never stored.';
const COSTLY = 'Rate limit per address and account: a twentieth of the general one, at least ten requests per minute.';

/** Refusals of every endpoint with an access level, in addition to its own. */
const ALWAYS: Readonly<Record<Endpoint['access'], readonly AnyRefusal[]>> = {
  public: ['request.too_many', 'server.unavailable'],
  customer: ['auth.required', 'auth.expired', 'request.too_many', 'server.unavailable'],
  admin: ['auth.required', 'auth.expired', 'auth.forbidden', 'request.too_many', 'server.unavailable'],
};

/** Refusals of a body that cannot be read, also where no body is expected. */
const UNREADABLE = [
  'request.malformed',
  'request.too_deep',
  'request.too_large',
  'request.unsupported_media_type',
] as const satisfies readonly AnyRefusal[];

/** Refusals of a repeated `Idempotency-Key`. */
const REPEATED = ['request.conflict', 'idempotency.reused'] as const satisfies readonly AnyRefusal[];

/** Everything a call can be refused with. @param key method and path */
export function refusalsOf(key: string, endpoint: Endpoint): PluginRefusal[] {
  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  const isWrite = !key.startsWith('GET ');
  const all: AnyRefusal[] = [
    ...(takesInput ? (['request.invalid'] as const) : []),
    ...(isWrite ? UNREADABLE : []),
    ...(isWrite && endpoint.storesResponse !== false ? REPEATED : []),
    ...ALWAYS[endpoint.access],
    ...(endpoint.refusals ?? []),
  ];
  return [...new Set(all)].map(describeRefusal);
}

/** JSON Schemas by their name in the contract, `.meta({ id })`. For requests, `Input` is appended. */
export type NamedSchemas = Record<string, JsonObject>;

/**
 * The JSON Schema of a Zod schema. Adds named schemas within it to `named`, and refers to them. Plug-ins choose names without
 * knowing those of others, so a number is appended to all names within a schema if one of them is taken.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', named: NamedSchemas): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const text = JSON.stringify(json);
  for (let number = 1; ; number += 1) {
    const ending = `${io === 'input' ? 'Input' : ''}${number === 1 ? '' : number}`;
    const nameOf = (id: string) => id.replace(/\W+/g, '_') + ending;
    const { $defs = {}, ...own } = JSON.parse(
      text.replaceAll(/"#\/\$defs\/([^"]+)"/g, (_all, id) => `"#/components/schemas/${nameOf(id)}"`),
    ) as JsonObject & { $defs?: NamedSchemas };
    const added = Object.entries($defs).map(([id, definition]) => [nameOf(id), definition] as const);
    const isTaken = added.some(
      ([name, definition]) => named[name] && JSON.stringify(named[name]) !== JSON.stringify(definition),
    );
    if (isTaken) continue;
    Object.assign(named, Object.fromEntries(added));
    return own;
  }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', named: NamedSchemas): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input', named) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function success(data: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['success', 'message', 'data'],
    properties: { success: { const: true }, message: { type: 'string' }, data },
  };
}

function refusalResponses(key: string, endpoint: Endpoint): Record<string, JsonObject> {
  const byStatus = new Map<number, PluginRefusal[]>();
  for (const refusal of refusalsOf(key, endpoint)) {
    byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, refused]) => [
        String(status),
        {
          description: refused.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      ]),
  );
}

const FILE_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
};

/** The first segment of the path: `cart`, `size-guides`. @param key method and path */
export const areaOf = (key: string): string => /\/([\w-]+)/.exec(key)?.[1] ?? 'shop';

function operation(key: string, endpoint: Endpoint, named: NamedSchemas): JsonObject {
  const status = String(endpoint.status ?? 200);
  const notes = [
    ...(endpoint.costly ? [COSTLY] : []),
    ...(endpoint.storesResponse === false ? [STORES_NO_RESPONSE] : []),
  ];
  return {
    operationId: key.replace(/[{}]/g, '').replace(/[^A-Za-z]+(.)?/g, (_all, next: string = '') => next.toUpperCase()),
    summary: endpoint.summary,
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    tags: [areaOf(key)],
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    parameters: [...parametersOf(endpoint.params, 'path', named), ...parametersOf(endpoint.query, 'query', named)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchemaOf(endpoint.body, 'input', named) } },
          },
        }
      : {}),
    ...(endpoint.file ? { requestBody: FILE_BODY } : {}),
    responses: {
      [status]: {
        description: endpoint.summary,
        content: endpoint.sends
          ? { [endpoint.sends]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: success(jsonSchemaOf(endpoint.data, 'output', named)) } },
      },
      ...refusalResponses(key, endpoint),
    },
  };
}

/** The contract as OpenAPI 3.1: paths, schemas, access, and every refusal. */
export function openApiDocument(contract: Contract): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const own = Object.values(contract).flatMap((endpoint) => endpoint.refusals ?? []);
  const all = [...(Object.keys(refusals) as RefusalCode[]), ...own].map(describeRefusal);
  const codes = new Set(all.map(({ code }) => code));
  const transient = new Set(all.filter(({ isTransient }) => isTransient).map(({ code }) => `\`${code}\``));
  const refusal = {
    type: 'object',
    required: ['success', 'message', 'data', 'code'],
    properties: {
      success: { const: false },
      message: { type: 'string' },
      data: {},
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      code: { enum: [...codes] },
    },
  };
  const named: NamedSchemas = { Refusal: refusal };
  for (const [key, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, endpoint, named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stoa',
      version: '1.0.0',
      description:
        'Every response is `{success, message, data}`; a refusal adds `code` and, for invalid input, `errors` by field. ' +
        'Amounts are strings with two decimals. A write with an `Idempotency-Key` header runs once and its response is repeated, except below `/auth`. ' +
        'Refusals after which the same request can succeed later are not repeated, and a request with the same key is answered anew: ' +
        `those with status 429 or 5xx, with \`Retry-After\`, and ${[...transient].join(', ')}. ` +
        'A request that is not valid HTTP is refused with 400, one with a URL and headers of more than 16 KiB with 431.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
