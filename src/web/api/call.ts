import type { Envelope, Success } from '#contract/envelope.ts';
import { ApiError } from './api-error.ts';
import type { Api, CallKey, CallOptions, Data, Input } from './calls.ts';
import { normalizeList } from './list-shape.ts';
import { refuseSession, savedToken } from './saved-session.ts';

/** Storefront §9: calls time out after ten seconds; reads that never reached the server are tried three times. */
const TIMEOUT_MS = 10_000;
/** Exports are generated while being sent. */
const FILE_TIMEOUT_MS = 300_000;
const ATTEMPTS = 3;
const PAUSE_MS = 300;

interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A wrong own password is also refused with 401, but does not end the session. */
const REFUSED_WITHOUT_SESSION: readonly CallKey[] = ['POST /auth/login', 'POST /auth/login/code'];

/**
 * Calls the API under `/api` with the saved token.
 * @throws ApiError for refusals and missing responses
 */
export const call: Api = requestData;

async function requestData<K extends CallKey>(key: K, input?: Input<K>, options?: CallOptions): Promise<Data<K>> {
  return (await request(key, input, options)).data;
}

/**
 * The same, returning the response's message as well.
 * @throws ApiError like `call`
 */
export async function callWithMessage<K extends CallKey>(
  key: K,
  input: Input<K>,
): Promise<{ readonly data: Data<K>; readonly message: string }> {
  return request(key, input);
}

/**
 * The same for endpoints that answer only with a message; resolves to it.
 * @throws ApiError like `call`
 */
export async function callForMessage<K extends CallKey>(
  key: K,
  input: Input<K>,
  options?: CallOptions,
): Promise<string> {
  return (await request(key, input, options)).message;
}

/**
 * Calls an endpoint that returns a file.
 * @throws ApiError like `call`
 */
export async function callForFile<K extends CallKey>(
  key: K,
  input: Input<K>,
): Promise<{ name: string; content: Blob }> {
  const { response, body: content } = await respond(key, input, (answer) => answer.blob(), {
    timeoutMs: FILE_TIMEOUT_MS,
  });
  if (!response.ok) throw refused(parsed(await content.text()) as Envelope<unknown> | null, response);
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name: decodeURIComponent(name), content };
}

async function request<K extends CallKey>(key: K, input?: Input<K>, options?: CallOptions): Promise<Success<Data<K>>> {
  const { response, body } = await respond(key, input, (answer) => answer.text(), options);
  const answer = parsed(body);
  const envelope = (response.ok ? normalizeList(key, answer) : answer) as Envelope<Data<K>> | null;
  if (response.ok && envelope?.success) return envelope;
  throw refused(envelope, response);
}

/** Null if it is not JSON, as gateways answer for a broken server. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface ReceivedResponse<Body> {
  readonly response: Response;
  readonly body: Body;
}

async function respond<K extends CallKey, Body>(
  key: K,
  input: Input<K> | undefined,
  read: (response: Response) => Promise<Body>,
  options?: CallOptions,
): Promise<ReceivedResponse<Body>> {
  const [method = 'GET', path = ''] = key.split(' ');
  const { params, query, body } = (input ?? {}) as AnyInput;
  const token = savedToken();
  const init: RequestInit = { method, headers: headersFor(token, body, options) };
  if (body !== undefined) init.body = body instanceof FormData ? body : JSON.stringify(body);

  const received = await send(addressOf(path, params, query), init, read, options);
  if (received.response.status === 401 && !REFUSED_WITHOUT_SESSION.includes(key)) refuseSession(token);
  return received;
}

/** For an unreadable response with a success status, as gateways send for a broken server. */
const UNREADABLE = 502;

function refused(envelope: Envelope<unknown> | null, { ok, status }: Response): ApiError {
  const failure = envelope?.success === false ? envelope : undefined;
  const { code, errors, data } = failure ?? {};
  return new ApiError(failure?.message ?? '', { status: ok && !failure ? UNREADABLE : status, code, errors, data });
}

/** `/api` and the path with its parameters; empty query values are omitted. */
export function addressOf(path: string, params: AnyInput['params'] = {}, query: AnyInput['query'] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
  }
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function headersFor(token: string | null, body: unknown, options: CallOptions | undefined): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined && !(body instanceof FormData)) headers['Content-Type'] = 'application/json';
  if (options?.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  return headers;
}

/** A body that breaks off, as while the visitor leaves the page, counts like a response that did not arrive. */
async function send<Body>(
  address: string,
  request: RequestInit,
  read: (response: Response) => Promise<Body>,
  options: CallOptions = {},
): Promise<ReceivedResponse<Body>> {
  const { signal: cancelled, timeoutMs = TIMEOUT_MS } = options;
  const attempts = request.method === 'GET' ? ATTEMPTS : 1;
  for (let attempt = 1; ; attempt += 1) {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const signal = cancelled ? AbortSignal.any([cancelled, timeout]) : timeout;
      const response = await fetch(address, { ...request, signal });
      return { response, body: await read(response) };
    } catch (error) {
      cancelled?.throwIfAborted();
      if (timeout.aborted) throw new ApiError('The shop did not answer in time. Please try again.', { status: 0 });
      if (attempt >= attempts) {
        throw new ApiError('The shop cannot be reached. Please check your connection and try again.', {
          status: 0,
          data: error,
        });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
  }
}
