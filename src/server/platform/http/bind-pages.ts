import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { takeTurns } from '../take-turns.ts';
import { CSP_REPORTS } from './csp-reports.ts';
import { keptResponse, type ResponseCache } from './response-cache.ts';
import { sendKept } from './send-kept.ts';

/** Renders the page at an address (path and query) for everybody alike. */
export type RenderPage = (page: { method: string; url: string }) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}>;

export interface PagePolicy {
  /** Origins beyond the shop's own that the card form talks to. */
  readonly connect: readonly string[];
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
}

const REPORTING = { 'reporting-endpoints': `csp="${CSP_REPORTS}"` };

/**
 * The token is within reach of scripts (decision 5), so only the shop's own run. What a string could make a script of is
 * left to the policies of `src/web/ssr/trusted-types.ts` (decision 18).
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

/** Longer addresses are nobody's; they would only fill the cache. */
const MAX_URL_LENGTH = 2_000;

/**
 * Rendering keeps the processor busy: more pages at once are no faster, and what each has made so far outlives the quick
 * clean-up of memory. Some wait for the database meanwhile.
 */
const PAGES_AT_ONCE = 4;

export interface PageServices {
  /** Sources for `script-src` of the inline scripts that the shop itself writes into pages. Whatever else gets into a page does not run. */
  readonly scriptHashes: readonly string[];
  readonly cache: ResponseCache;
  /** Who takes cards can change while the shop is open. */
  readonly readPolicy: () => Promise<PagePolicy>;
  /** Pages are made of lists. @throws what a page is refused with until the shop can answer those */
  readonly untilReady: () => Promise<unknown>;
}

/** Answers every other GET with a page. The rendered bytes are the same for everybody and kept like public answers. */
export function bindPages(
  app: FastifyInstance,
  render: RenderPage,
  { scriptHashes, cache, readPolicy, untilReady }: PageServices,
): void {
  const inTurn = takeTurns(PAGES_AT_ONCE);
  let lastPolicy: PagePolicy = { connect: [], scripts: [], frames: [] };
  /** While the database is away pages say so themselves, and the others go on, under the policy of before. */
  const currentPolicy = async (): Promise<PagePolicy> => {
    lastPolicy = await readPolicy().catch(() => lastPolicy);
    return lastPolicy;
  };
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    // Before anything of a body is read.
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
      const { status, headers, body } = await inTurn(() => render({ method: 'GET', url }));
      const csp = contentPolicy(await currentPolicy(), scriptHashes);
      return keptResponse(status, { ...headers, ...REPORTING, 'content-security-policy': csp }, Buffer.from(body));
    });
    return sendKept(cache, key, response, request, reply);
  });
}
