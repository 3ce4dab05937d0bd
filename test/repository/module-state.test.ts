import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * State that belongs to the process and not to one shop in it. Everything else is created by the composition root
 * (`open-services.ts`) and passed to those who use it: docs/decisions/0037.
 */
const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  'plugins/size-guides/server/size-guides.ts: parsed': 'a pure cache: guides by the settings that contain their text',
  'src/domain/money/money-format.ts: formatters': 'a pure cache, one entry for each currency and locale',
  'src/domain/shop/shop-day.ts: writers': 'a pure cache, one entry for each time zone',
  'src/server/features/catalogue/in-memory/loading/product-reader.worker.ts: announcedWords':
    'of a worker thread, which reads for one index',
  'src/server/features/catalogue/in-memory/loading/product-reader.worker.ts: db': 'the connection of that thread',
  'src/server/features/orders/documents/draw-sheet.ts: faces': 'the fonts of documents, read once',
  'src/server/features/pictures/decode-queue.ts: queue': 'a limit on the memory and CPU time of the process',
  'src/server/features/search/words/things-of-name.ts: lexicon': 'the built-in synonyms, read on first use',
  'src/server/platform/database/database-unavailable.ts: lastLineAt': 'one log line per ten seconds',
  'src/server/platform/embedded-postgres/lock-directory.ts: held': 'locks that end with the process',
  'src/server/platform/http/send-file.ts: withinLimit': 'a limit on the memory of the process',
  'src/server/platform/security/password-hashing.ts: withinLimit': 'a limit on the memory and CPU time of the process',
  'src/server/platform/telemetry/tracing.ts: tracer': 'the exporter of the process, if there is one',
};

/** What runs on the server. In the browser, a page is one shop for one visitor, so its modules may keep state. */
const ON_THE_SERVER = ['src/{contract,csv,domain,server}/**/*.ts', 'plugins/*/{*.ts,!(web|demo)/**/*.ts}'];
const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\.ts$/.test(file);

/** `let`, empty collections, queues and limits at the beginning of a line: the formatter indents everything in a function. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: .+)? = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|new LRUCache\b|\[\];|createFairQueue\(|limitConcurrency\(|collapseRuns\())/gm;

/** An empty list that nothing can be added to. */
const isConstant = (name: string): boolean => /^[A-Z_]+$/.test(name);

test('modules of the server keep no state, except what belongs to the process', () => {
  const root = resolve(import.meta.dirname, '../..');
  const found = globSync(ON_THE_SERVER, { cwd: root })
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(STATE)].map(([, name = '', other = name]) => [file, other]),
    )
    .filter(([, name = '']) => !isConstant(name))
    .map(([file, name]) => `${file}: ${name}`);
  expect(found.sort()).toEqual(Object.keys(OF_THE_PROCESS).sort());
});
