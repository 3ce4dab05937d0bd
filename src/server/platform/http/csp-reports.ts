import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cutText } from '#domain/cut-text.ts';
import { Refusal } from '../refusal.ts';
import type { SecurityLog } from './security-log.ts';

/** Endpoint to which browsers report violations of the content security policy. */
export const CSP_REPORTS = '/api/csp-reports';

const MAX_BODY_BYTES = 64 * 1024;
/** Per address and minute: a broken page sends a few, a browser extension that modifies every page a few more. */
const MAX_REPORTS_PER_MINUTE = 30;
const MAX_REPORTS_IN_BODY = 20;
/** Over all addresses: anybody can post reports, and they must not flood the log. */
const MAX_LINES_PER_MINUTE = 120;
const MAX_TEXT = 300;
const MINUTE_MS = 60_000;

const text = z.string().transform((value) => cutText(value, MAX_TEXT));
/** URLs can contain tokens from mails and search terms: only origin and path are logged. */
const address = text.transform((value) => (URL.canParse(value) ? withoutQuery(new URL(value)) : value));
const line = z.number().int();

/** The older format (`report-uri`): https://www.w3.org/TR/CSP3/#deprecated-serialize-violation */
const legacyReport = z.object({
  'csp-report': z.object({
    'document-uri': address.optional(),
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': address.optional(),
    'source-file': address.optional(),
    'line-number': line.optional(),
    'script-sample': text.optional(),
    disposition: text.optional(),
  }),
});

/** The newer format (`report-to`), which may include other kinds of reports: https://www.w3.org/TR/CSP3/#reporting */
const report = z.object({
  type: z.string(),
  body: z
    .object({
      documentURL: address.optional(),
      effectiveDirective: text.optional(),
      blockedURL: address.optional(),
      sourceFile: address.nullish(),
      lineNumber: line.nullish(),
      sample: text.nullish(),
      disposition: text.optional(),
    })
    .optional(),
});
const reports = z.array(z.unknown()).transform((all) => all.slice(0, MAX_REPORTS_IN_BODY));

interface Violation {
  readonly page: string | undefined;
  readonly directive: string | undefined;
  readonly blocked: string | undefined;
  readonly source: string | undefined;
  readonly line: number | undefined;
  /** The first characters of an inline script. */
  readonly sample: string | undefined;
  readonly disposition: string | undefined;
}

function withoutQuery({ protocol, origin, pathname }: URL): string {
  return protocol === 'http:' || protocol === 'https:' ? origin + pathname : protocol;
}

function readLegacy(body: unknown): Violation[] {
  const { success, data } = legacyReport.safeParse(body);
  if (!success) throw new Refusal('request.malformed');
  const { 'csp-report': said } = data;
  return [
    {
      page: said['document-uri'],
      directive: said['effective-directive'] ?? said['violated-directive'],
      blocked: said['blocked-uri'],
      source: said['source-file'],
      line: said['line-number'],
      sample: said['script-sample'],
      disposition: said.disposition,
    },
  ];
}

function readReports(body: unknown): Violation[] {
  const { success, data } = reports.safeParse(body);
  if (!success) throw new Refusal('request.malformed');
  return data.flatMap((one): Violation[] => {
    const { data: read } = report.safeParse(one);
    if (read?.type !== 'csp-violation' || !read.body) return [];
    const { body: said } = read;
    return [
      {
        page: said.documentURL,
        directive: said.effectiveDirective,
        blocked: said.blockedURL,
        source: said.sourceFile ?? undefined,
        line: said.lineNumber ?? undefined,
        sample: said.sample ?? undefined,
        disposition: said.disposition,
      },
    ];
  });
}

/** Ignore violations by browser extensions. */
const isOfExtension = ({ blocked = '', source = '' }: Violation): boolean =>
  /-extension:$/.test(`${blocked} ${source}`);

/** At most this many per minute, on the monotonic clock. */
function perMinute(max: number): () => boolean {
  let begun = performance.now();
  let count = 0;
  return () => {
    if (performance.now() - begun > MINUTE_MS) {
      begun = performance.now();
      count = 0;
    }
    count += 1;
    return count <= max;
  };
}

/**
 * Accepts reports from browsers, in both formats, and writes each violation to the security log. They are
 * unauthenticated, so they are limited in number and size and never stored.
 * @param rateLimit requests per minute and address of other endpoints
 */
export async function bindCspReports(
  app: FastifyInstance,
  rateLimit: number,
  securityLog: Pick<SecurityLog, 'occurred'>,
): Promise<void> {
  const mayLog = perMinute(MAX_LINES_PER_MINUTE);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const formats = { 'application/csp-report': readLegacy, 'application/reports+json': readReports } as const;
    for (const [type, read] of Object.entries(formats)) {
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
        try {
          done(null, read(JSON.parse(String(body))));
        } catch (error) {
          done(error instanceof Refusal ? error : new Refusal('request.malformed'));
        }
      });
    }
    const limit = { max: Math.min(MAX_REPORTS_PER_MINUTE, rateLimit), timeWindow: MINUTE_MS };
    scope.post<{ Body: Violation[] }>(CSP_REPORTS, { config: { rateLimit: limit } }, async (request, reply) => {
      for (const violation of request.body ?? []) {
        if (isOfExtension(violation) || !mayLog()) continue;
        securityLog.occurred('csp.violated', request, violation);
      }
      return reply.code(204).send();
    });
  });
}
