import type { Jobs } from '#server/platform/jobs.ts';
import { checkImport } from './check-import.ts';
import type { ImportServices } from './import-services.ts';
import { type Claim, claimImport, recordProgress } from './imports.store.ts';
import { leaseEnd } from './lease.ts';
import { runImport } from './run-import.ts';

const PRODUCT_IMPORTS = 'product-imports';
const EVERY_MINUTE = '* * * * *';
/** After this many failures, another attempt would fail too. */
const MAX_ATTEMPTS = 3;

/** Registers the jobs for checks and runs: on request, and every minute to resume interrupted ones. */
export function defineImportJobs(jobs: Pick<Jobs, 'define'>, services: ImportServices): void {
  jobs.define(PRODUCT_IMPORTS, () => workOnImports(services), EVERY_MINUTE);
}

/** Requests the job. A failure here must not fail the request: the job runs every minute anyway. */
export async function importSoon({ jobs }: Pick<ImportServices, 'jobs'>): Promise<void> {
  await jobs.request(PRODUCT_IMPORTS).catch(() => undefined);
}

async function workOnImports(services: ImportServices): Promise<void> {
  const { db, now } = services;
  for (;;) {
    const at = now();
    const claim = await claimImport(db, at, leaseEnd(at));
    if (!claim) return;
    await workOn(services, claim);
  }
}

async function workOn(services: ImportServices, claim: Claim): Promise<void> {
  const { db, now, log } = services;
  try {
    await (claim.status === 'checking' ? checkImport(services, claim) : runImport(services, claim));
  } catch (error) {
    log.error({ err: error, import: claim.id }, 'An import was interrupted');
    if (claim.attempts + 1 < MAX_ATTEMPTS) return;
    const failure = 'The import was interrupted several times and has failed. Please try again.';
    await recordProgress(db, claim, { status: 'failed', failure, finished_at: now() });
  }
}
