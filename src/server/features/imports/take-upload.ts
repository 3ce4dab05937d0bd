import { guessMapping } from '#csv/import-mapping.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { auditImport } from './audit-import.ts';
import type { ImportServices } from './import-services.ts';
import { insertImport } from './imports.store.ts';
import { inspectCsv } from './read-csv.ts';

const NAMELESS = 'products.csv';

/**
 * Stores and inspects an uploaded file.
 * @returns the id of the import.
 * @throws Refusal `import.unreadable`.
 */
export async function takeUpload(
  services: ImportServices,
  file: Buffer,
  { name, ...by }: AuditContext & { readonly name: string | undefined },
): Promise<number> {
  const at = services.now();
  const { timezone } = await services.settings.get('site');
  const { content, encoding, format, delimiter, columns, sample } = await inspectCsv(
    file,
    services,
    dayOf(at, timezone),
  );
  // Semicolons as separators usually mean decimal commas.
  const mapping = guessMapping(columns, delimiter === ';' ? ',' : '.');
  const file_name = name || NAMELESS;
  return inTransaction(services.db, async (tx) => {
    const id = await insertImport(tx, {
      file_name,
      content,
      encoding,
      format,
      delimiter,
      columns,
      sample,
      mapping,
      created_by: by.actor.userId,
      created_at: at,
    });
    await auditImport(tx, id, { ...by, action: 'import.upload', after: { file: file_name, bytes: file.length }, at });
    return id;
  });
}
