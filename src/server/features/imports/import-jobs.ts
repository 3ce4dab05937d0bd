import type { Jobs } from '#server/platform/jobs.ts';
import { checkImport } from './check-import.ts';
import type { ImportServices } from './import-services.ts';
import { type Claim, claimImport, recordProgress } from './imports.store.ts';
import { leaseEnd } from './lease.ts';
import { runImport } from './run-import.ts';

const PRODUCT_IMPORTS = 'product-imports';
const EVERY_MINUTE = '* * * * *';
/** What fails that often fails for a reason that another try does not take away. */
const MAX_ATTEMPTS = 3;

/** Registers the checks and runs of imports: when asked, and every minute for those whose server was stopped. */
export function defineImportJobs(jobs: Pick<Jobs, 'define'>, services: ImportServices): void {
  jobs.define(PRODUCT_IMPORTS, () => workOnImports(services), EVERY_MINUTE);
}

/** Asks for the work on what just began to wait. The call must not fail because the ask did: it is looked for anyway. */
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
