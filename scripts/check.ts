import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findTests } from './find-tests.ts';

/**
 * Runs all checks, even if one fails. The last line is 'N passed, N failed', which counts each check and each test.
 *   npm test                                   all checks: static ones first, then tests
 *   npm test -- money e2e/buy -t 'declined'    only tests in files whose path contains one of the words
 *   npm test -- e2e/buy --headed               in a browser window
 *   npm run check                              static checks only (--static)
 */
const { values: options, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    static: { type: 'boolean', default: false },
    headed: { type: 'boolean', default: false },
    testNamePattern: { type: 'string', short: 't' },
  },
});
const isSelection = patterns.length > 0 || options.testNamePattern !== undefined || options.headed;
/** Read by e2e/browser.ts. */
if (options.headed) process.env.HEADED = '1';

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Vitest's JSON report: counts its tests instead of the check. */
  readonly report?: string;
}

const bin = (name: string): string => join('node_modules', '.bin', name);
const report = (name: string): string => join(tmpdir(), `stoa-${process.pid}-${name}.json`);

function vitest(name: string, config: string, files: readonly string[] = []): Check {
  const file = report(name);
  const { testNamePattern } = options;
  return {
    name,
    command: [
      ...([bin('vitest'), 'run', '--config', config, '--reporter=json', `--outputFile.json=${file}`] as const),
      `--reporter=${isSelection ? 'verbose' : 'dot'}`,
      ...(testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern]),
      ...(options.headed ? ['--maxWorkers=1'] : []),
      ...files,
    ],
    report: file,
  };
}

const typegen: Check = { name: "types of the pages' routes", command: [bin('react-router'), 'typegen'] };

/** Version 7; plain `typescript` is 6, for tools that use its API (docs/decisions/0016). */
const tsc = join('node_modules', 'typescript-7', 'bin', 'tsc');

const CRUISED = [
  'src',
  'demo',
  'test',
  'e2e',
  'bench',
  'quality',
  'scripts',
  'plugins',
  'examples',
  'shop.config.ts',
].filter((path) => existsSync(path));

/** Each uses one core. */
const readings: readonly Check[] = [
  { name: 'types', command: [process.execPath, tsc, '-p', '.', '--singleThreaded'] },
  { name: 'architecture', command: [bin('depcruise'), ...CRUISED] },
  { name: 'nothing unused', command: [bin('knip')] },
  { name: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { name: 'OpenAPI fits the contract', command: [process.execPath, 'scripts/openapi.ts', '--check'] },
];

const suites = {
  server: (files?: readonly string[]) => vitest('domain and API', 'vitest.config.ts', files),
  browser: (files?: readonly string[]) => vitest('browser', 'e2e/vitest.config.ts', files),
};

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });
}

/** Streams the command's output, or prints it at the end, so that two concurrent outputs stay readable. */
function run([command, ...args]: Check['command'], isAlone: boolean): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: isAlone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const end = (succeeded: boolean) => {
      running.delete(child);
      resolve({ succeeded, output });
    };
    running.add(child);
    child.on('error', () => end(false));
    child.on('close', (code) => end(code === 0));
  });
}

async function countTests(file: string): Promise<{ passed: number; failed: number }> {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(await readFile(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
  };
  await rm(file, { force: true });
  // A file that fails to load has no failed test, but counts as failed.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
}

let passed = 0;
let failed = 0;

async function carryOut(check: Check, isAlone: boolean): Promise<void> {
  const begun = performance.now();
  if (isAlone) process.stdout.write(`\n— ${check.name}\n`);
  const { succeeded, output } = await run(check.command, isAlone);
  const tests = check.report ? await countTests(check.report).catch(() => undefined) : undefined;
  passed += tests?.passed ?? (succeeded ? 1 : 0);
  failed += succeeded ? 0 : Math.max(1, tests?.failed ?? 1);
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`${output && `\n${output}`}— ${check.name}: ${succeeded ? 'fine' : 'FAILED'} (${seconds} s)\n`);
}

/** Builds missing or stale pages and pictures; not counted, because it is no check. */
async function build(): Promise<boolean> {
  const { succeeded } = await run([process.execPath, 'scripts/bootstrap.mjs'], true);
  if (!succeeded) failed += 1;
  return succeeded;
}

async function readRepository(): Promise<void> {
  await carryOut(typegen, true);
  const waiting = readings.values();
  const readOn = async () => {
    for (const check of waiting) await carryOut(check, false);
  };
  await Promise.all([readOn(), readOn()]);
}

async function runSelection(): Promise<void> {
  const { server, browser } = findTests(options.headed && patterns.length === 0 ? ['e2e/'] : patterns);
  if (server.length + browser.length === 0) {
    process.stdout.write(`No test file has ${patterns.map((pattern) => `'${pattern}'`).join(' or ')} in its path.\n`);
    failed += 1;
  }
  // Tests of domain and csv need no database (the architecture check ensures that), and starting one takes longer than running
  // them.
  if (server.every((file) => /^src\/(domain|csv)\//.test(file))) process.env.TEST_WITHOUT_DATABASE = '1';
  if (server.length > 0) await carryOut(suites.server(server), true);
  if (browser.length > 0 && (await build())) await carryOut(suites.browser(browser), true);
}

if (isSelection) await runSelection();
else if (options.static) await readRepository();
else if (await build()) {
  await readRepository();
  await carryOut(suites.server(), true);
  await carryOut(suites.browser(), true);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
