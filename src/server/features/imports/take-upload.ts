import { guessMapping } from '#domain/import-mapping.ts';
import type { ImportServices } from './import-services.ts';
import { insertImport } from './imports.store.ts';
import { inspectCsv } from './read-csv.ts';

const NAMELESS = 'products.csv';

/**
 * Keeps an uploaded file and looks at it.
 * @returns the id of the import.
 * @throws Refusal `import.unreadable`.
 */
export async function takeUpload(
  { db, now }: ImportServices,
  file: Buffer,
  { name, userId }: { readonly name: string | undefined; readonly userId: number },
): Promise<number> {
  const { content, delimiter, columns, sample } = await inspectCsv(file);
  // Who parts cells with semicolons usually does so because the comma stands in the numbers.
  const mapping = guessMapping(columns, delimiter === ';' ? ',' : '.');
  return insertImport(db, {
    file_name: name || NAMELESS,
    content,
    delimiter,
    columns,
    sample,
    mapping,
    created_by: userId,
    created_at: now(),
  });
}
