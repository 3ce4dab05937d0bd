import type { FastifyInstance } from 'fastify';
import { limitConcurrency } from '../concurrency/limit-concurrency.ts';
import { Refusal } from '../refusal.ts';
import { inRequest } from '../telemetry/request-scope.ts';
import { CSP_REPORTS } from './csp-reports.ts';
import { type Permissions, permissionsPolicy } from './permissions-policy.ts';
import { collectCacheFacts, isIncomplete } from './response-cache/cache-facts.ts';
import { cacheableResponse } from './response-cache/cacheable-response.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import { sendCached } from './response-cache/send-cached.ts';

/** Renders the page for a URL (path and query), the same for everybody. */
export type RenderPage = (page: { method: string; url: string }) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** A part failed and was left out. */
  readonly isIncomplete?: boolean;
}>;

/** What a payment form needs from elsewhere, as sources of the content security policy. */
export interface PagePolicy {
  readonly connect: readonly string[];
  /** The exact origins among them may also be loaded by scripts that are allowed, through Trusted Types. */
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  /** Browser features for the shop and these origins, such as `{ payment: ['https://js.stripe.com'] }`. */
  readonly permissions?: Permissions;
}

const REPORTING = { 'reporting-endpoints': `csp="${CSP_REPORTS}"` };

/**
 * The token is readable by scripts (decision 5), so only the shop's own scripts may run. Strings that could become
 * scripts are up to the policies in `src/web/ssr/trusted-types.ts` (decision 18).
 */
function contentPolicy(policy: PagePolicy, hashes: readonly string[]): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...policy.scripts].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...policy.connect].join(' '),
    ['frame-src', ...(policy.frames.length > 0 ? policy.frames : ["'none'"])].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default inert-document',
    `report-uri ${CSP_REPORTS}`,
    'report-to csp',
  ].join('; ');
}

/** Longer URLs are not the shop's; they would only fill the cache. */
const MAX_URL_LENGTH = 2_000;

/**
 * Rendering is CPU-bound: more concurrent pages are not faster, and their intermediate objects survive the
 * young-generation garbage collection. Some pages wait for the database meanwhile.
 */
const MAX_CONCURRENT_PAGES = 4;

export interface PageServices {
  /**
   * `script-src` sources of the inline scripts that the shop itself writes into pages. Anything else that gets into a
   * page does not run.
   */
  readonly scriptHashes: readonly string[];
  readonly cache: ResponseCache;
  /** The card provider can change while the shop is running. */
  readonly readPolicy: () => Promise<PagePolicy>;
  /** Where a path leads that no page has; null: nowhere. */
  readonly findRedirect: (path: string) => Promise<{ readonly to: string; readonly status: number } | null>;
  /** Pages consist of lists. @throws what a page is refused with until the shop can answer lists */
  readonly untilReady: () => Promise<unknown>;
}

/**
 * Answers every other GET with a page. The rendered bytes are the same for everybody and cached like public responses.
 */
export function bindPages(
  app: FastifyInstance,
  render: RenderPage,
  { scriptHashes, cache, readPolicy, untilReady, findRedirect }: PageServices,
): void {
  const withinLimit = limitConcurrency(MAX_CONCURRENT_PAGES);
  const withHeaders = (policy: PagePolicy) => ({
    policy,
    headers: {
      ...REPORTING,
      'content-security-policy': contentPolicy(policy, scriptHashes),
      'permissions-policy': permissionsPolicy(policy.permissions),
    },
  });
  let last = withHeaders({ connect: [], scripts: [], frames: [] });
  /** While the database is unavailable, affected pages say so; the others work, with the previous policy. */
  const policyHeaders = async (): Promise<Readonly<Record<string, string>>> => {
    const policy = await readPolicy().catch(() => {
      isIncomplete();
      return last.policy;
    });
    // The same object until the settings change.
    if (policy !== last.policy) last = withHeaders(policy);
    return last.headers;
  };
  async function renderPage(url: string) {
    const page = await render({ method: 'GET', url });
    if (page.isIncomplete) isIncomplete();
    return { page, policies: await policyHeaders() };
  }
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    // Before the body is read.
    onRequest: async (_request, reply) => {
      reply.header('allow', 'GET, HEAD');
      throw new Refusal('route.method_not_allowed');
    },
    handler: async () => undefined,
  });
  app.get('/*', async (request, reply) => {
    const url = request.url.length > MAX_URL_LENGTH ? '/address-too-long' : request.url;
    const key = `page ${url}`;
    const response = await cache.serve(key, async () => {
      await untilReady();
      const renderNow = () => inRequest(request.id, () => renderPage(url));
      const { result, facts } = await withinLimit(() => collectCacheFacts(renderNow));
      const { page, policies } = result;
      const { status, headers, body } = page;
      if (status === 404) {
        const redirect = await followMissing(url, findRedirect);
        if (redirect) return redirect;
      }
      const all = { ...headers, ...policies };
      return cacheableResponse(status, all, body, facts);
    });
    return sendCached(cache, key, response, request, reply);
  });
}

/** A redirect for a page that was not found; the query of the request is kept unless the target has its own. */
async function followMissing(url: string, findRedirect: PageServices['findRedirect']) {
  const { pathname, search } = splitUrl(url);
  const redirect = await findRedirect(pathname);
  if (!redirect) return null;
  const { to, status } = redirect;
  const [target = '', ...fragment] = to.split('#');
  const location = [target.includes('?') ? target : target + search, ...fragment].join('#');
  return cacheableResponse(status, { location }, Buffer.alloc(0));
}

function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.indexOf('?');
  return start < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, start), search: url.slice(start) };
}
