import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';

interface Statement {
  readonly text: string;
  readonly name: string | undefined;
}

/** @returns what `work` returns and the statements it sends; not those of the change feed, the catalogue index or jobs. */
export async function recordStatementsOf<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly statements: readonly Statement[] }> {
  const scope = new AsyncLocalStorage<Statement[]>();
  const { query } = pg.Client.prototype;
  if (vi.isMockFunction(query)) throw new Error('Statements are already being recorded');
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { readonly text: string; readonly name?: string }];
    const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement;
    scope.getStore()?.push({ text, name });
    return Reflect.apply(query, this, args);
  });
  const statements: Statement[] = [];
  try {
    // Awaited inside: a request of `inject` begins only when it is awaited.
    const result = await scope.run(statements, async () => await work());
    return { result, statements };
  } finally {
    spy.mockRestore();
  }
}
