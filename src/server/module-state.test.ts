import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * State that belongs to the process and not to one shop in it. Everything else is created by the composition root
 * (`open-services.ts`) and passed to those who use it: docs/decisions/0037.
 */
const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  'features/catalogue/in-memory/product-reader.worker.ts: announcedWords':
    'of a worker thread, which reads for one index',
  'features/catalogue/in-memory/product-reader.worker.ts: db': 'the connection of that thread',
  'features/orders/documents/draw-sheet.ts: faces': 'the fonts of documents, read once',
  'features/orders/documents/render-pdf.ts: cache': 'rendered documents, limited by size for the whole process',
  'features/orders/documents/render-pdf.ts: rendering': 'documents that are being rendered',
  'features/orders/documents/render-pdf.ts: pool': 'the one worker that renders documents',
  'features/search/things-of-name.ts: lexicon': 'the built-in synonyms, read on first use',
  'platform/database/database-unavailable.ts: lastLineAt': 'one log line per ten seconds',
  'platform/database/prepared-statements.ts: names': 'names of prepared statements, the same in every pool',
  'platform/database/prepared-statements.ts: generation': 'part of those names',
  'platform/embedded-postgres/lock-directory.ts: held': 'locks that end with the process',
  'platform/telemetry/tracing.ts: tracer': 'the exporter of the process, if there is one',
};

/** `let` and empty collections at the beginning of a line: the formatter indents everything inside a function. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: .+)? = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|new LRUCache\b|\[\];))/gm;

test('modules of the server keep no state, except what belongs to the process', () => {
  const root = resolve(import.meta.dirname);
  const found = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(STATE)].map(([, name, other]) => `${file}: ${name ?? other}`),
    );
  expect(found.sort()).toEqual(Object.keys(OF_THE_PROCESS).sort());
});
