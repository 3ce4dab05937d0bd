import { customColumn } from '#csv/import-custom.ts';
import type { ImportedProduct } from '#csv/import-fields.ts';
import type { FieldProblem } from '#csv/import-mapping.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { lockProducts } from '../save-products/change-products.store.ts';
import type { SaveProblem } from '../save-products/product-problems.ts';
import type { ProductWrite } from '../save-products/product-write.ts';
import { type SavingRun, saveProducts } from '../save-products/save-products.ts';
import type { StockChange } from '../stock-and-variants/change-stocks.ts';
import { lockCategories } from './imported-products.store.ts';

/** A product from a file: a new one, or the changes of an existing one. */
export type ImportWrite =
  | { readonly kind: 'create'; readonly product: ImportedProduct }
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly change: Partial<ImportedProduct>;
      /** Units at the time of the check. */
      readonly stockSeen: number | undefined;
    };

/**
 * Writes several hundred products of a file at once.
 * @returns the problems of those that were not written, by index.
 */
export async function importProducts(
  tx: Transaction,
  writes: readonly ImportWrite[],
  run: SavingRun,
): Promise<Map<number, FieldProblem>> {
  const problems = new Map<number, FieldProblem>();
  const prepared = await prepare(tx, writes, problems);
  const stocks: StockChange[] = [];
  const saved = await saveProducts(
    tx,
    prepared.map(({ write }) => write),
    { ...run, stockLater: run.stockLater && stocks },
  );
  const indexOf = (place: number): number => prepared[place]?.index ?? 0;
  run.stockLater?.push(...stocks.map((change) => ({ ...change, index: indexOf(change.index) })));
  for (const [place, problem] of saved.problems) problems.set(indexOf(place), fieldProblem(problem));
  return problems;
}

interface PreparedWrite {
  readonly index: number;
  readonly write: ProductWrite;
}

async function prepare(
  tx: Transaction,
  writes: readonly ImportWrite[],
  problems: Map<number, FieldProblem>,
): Promise<PreparedWrite[]> {
  const ids = writes.flatMap((write) => (write.kind === 'update' ? write.id : []));
  const rows = new Map((ids.length > 0 ? await lockProducts(tx, ids) : []).map((row) => [row.id, row]));
  const slugs = writes.flatMap((write) => changeOf(write).category ?? []);
  const categories = await lockCategories(tx, [...new Set(slugs)]);

  return writes.flatMap((write, index) => {
    const refuse = (field: FieldProblem['field'], message: string): [] => {
      problems.set(index, { field, message });
      return [];
    };
    const { category, stock, ...values } = changeOf(write);
    const categoryId = category === undefined ? undefined : categories.get(category);
    if (category !== undefined && categoryId === undefined) {
      return refuse('category', `The category ${category} was deleted since the check.`);
    }
    const change = { ...values, category_id: categoryId };
    if (write.kind === 'create') return { index, write: { change, stock: { kind: 'first', units: stock ?? 0 } } };
    const before = rows.get(write.id);
    if (!before) return refuse('sku', 'This product was deleted since the check. Please check the file again.');
    const { stockSeen: seen } = write;
    if (stock === undefined || stock === null || seen === undefined) return { index, write: { before, change } };
    return { index, write: { before, change, stock: { kind: 'counted', units: stock, seen } } };
  });
}

const changeOf = (write: ImportWrite): Partial<ImportedProduct> =>
  write.kind === 'create' ? write.product : write.change;

/** A problem of saving in the words of an import, for changes since the check. */
function fieldProblem(problem: SaveProblem): FieldProblem {
  switch (problem.kind) {
    case 'price': {
      const { field, message } = problem.problem;
      return { field: field === 'variants' ? 'price' : field, message };
    }
    case 'sku':
    case 'own_sku':
      return {
        field: 'sku',
        message: 'Another product took this SKU since the check. Please check the file again.',
      };
    case 'picture':
      return { field: 'images', message: `There is no picture ${problem.url} any more.` };
    case 'stock':
      return { field: 'stock', message: problem.message };
    case 'custom':
      return { field: customColumn(problem.key), message: problem.message };
  }
}
