import { isUtf8 } from 'node:buffer';
import { type AuditContext, refuse } from '#plugin';
import { refusals } from '../contract-fields.ts';
import { type ImportedRedirects, redirectFields } from '../redirect-contract.ts';
import type { Services } from '../tables.ts';
import { lockAddresses, readRedirects } from './redirects.store.ts';
import { pathsOf, readRedirectsFile } from './redirects-file.ts';
import { putRedirect } from './save-redirect.ts';

/** Each row takes two statements, and all are in one transaction. */
const MAX_ROWS = 5_000;
const MAX_PROBLEMS = 100;

/**
 * Creates the redirects of a CSV file, and changes those that lead elsewhere; rows that cannot be imported are reported.
 * @throws a refusal `content.redirects_unreadable`
 */
export async function importRedirects(services: Services, file: Buffer, by: AuditContext): Promise<ImportedRedirects> {
  const rows = isUtf8(file) ? readRedirectsFile(file.toString()) : undefined;
  if (!rows || rows.length === 0) throw refuse(refusals.redirects_unreadable);
  if (rows.length > MAX_ROWS) {
    const message = `This file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Please split it.`;
    throw refuse(refusals.redirects_unreadable, { message });
  }
  return services.transaction(async (tx) => {
    await lockAddresses(tx);
    const known = new Map((await readRedirects(tx)).map((row) => [row.from_path, row]));
    const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
    const problems: ImportedRedirects['problems'] = [];
    const fail = (line: number, from: string, reason: string) => {
      counts.failed += 1;
      if (problems.length < MAX_PROBLEMS) problems.push({ line, from: from.slice(0, 200), reason });
    };
    for (const row of rows) {
      const fields = redirectFields.safeParse(pathsOf(row));
      if (!fields.success) {
        const [issue] = fields.error.issues;
        const which = issue?.path[0] === 'to_path' ? 'New address' : 'Former address';
        fail(row.line, row.from, `${which}: ${issue?.message}`);
        continue;
      }
      const result = await putRedirect(tx, services, fields.data, { known, by });
      if ('problem' in result) fail(row.line, row.from, result.problem);
      else counts[result.done] += 1;
    }
    return { ...counts, problems };
  });
}
