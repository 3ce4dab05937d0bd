import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTests } from './find-tests.ts';
import { readTestOptions, type TestOptions, USAGE } from './test-options.ts';

/** Runs all checks, even if one fails. The last line is 'N passed, N failed', which counts each check and each test. */
const options = readOptions();
const { patterns } = options;
const isSelection = patterns.length > 0 || options.testNamePattern !== undefined || options.isHeaded;
/** Read by e2e/browser.ts. */
if (options.isHeaded) process.env.HEADED = '1';

function readOptions(): TestOptions {
  try {
    const read = readTestOptions(process.argv.slice(2));
    if (!read.isHelp) return read;
    process.stdout.write(`${USAGE}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Vitest's JSON report: counts its tests instead of the check. */
  readonly report?: string;
}

const bin = (name: string): string => join('node_modules', '.bin', name);

const reports = mkdtempSync(join(tmpdir(), 'stoa-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

function vitest(name: string, config: string, files: readonly string[] = []): Check {
  const file = join(reports, `${name}.json`);
  const { testNamePattern } = options;
  return {
    name,
    command: [
      ...([bin('vitest'), 'run', '--config', config, '--reporter=json', `--outputFile.json=${file}`] as const),
      `--reporter=${isSelection ? 'verbose' : 'dot'}`,
      ...(testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern]),
      ...(options.isHeaded ? ['--maxWorkers=1'] : []),
      ...files,
    ],
    report: file,
  };
}

const typegen: Check = { name: "types of the pages' routes", command: [bin('react-router'), 'typegen'] };

/** Version 7; plain `typescript` is 6, for tools that use its API (docs/decisions/0016). */
const tsc = join('node_modules', 'typescript-7', 'bin', 'tsc');
/** Results of tsc for each file: after a change, it checks only the files that depend on it. */
const BUILD_INFO = 'node_modules/.cache/tsc.tsbuildinfo';

const CRUISED = [
  'src',
  'demo',
  'test',
  'e2e',
  'bench',
  'ops',
  'quality',
  'scripts',
  'plugins',
  'examples',
  'shop.config.ts',
].filter((path) => existsSync(path));

/** Each uses one core. */
const staticChecks: readonly Check[] = [
  {
    name: 'types',
    command: [process.execPath, tsc, '-p', '.', '--singleThreaded', '--incremental', '--tsBuildInfoFile', BUILD_INFO],
  },
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

/** The signal that ends this run: no further check starts, and the process exits once all children have. */
let interruption: 'SIGINT' | 'SIGTERM' | undefined;
function exitIfInterrupted(): void {
  if (interruption && running.size === 0) process.exit(128 + constants.signals[interruption]);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruption ??= signal;
    for (const child of running) child.kill(signal);
    exitIfInterrupted();
  });
}

interface How {
  /** Streams the output instead of returning it at the end: concurrent outputs stay readable. */
  readonly isStreamed: boolean;
  /** Uses only CPU time that other processes leave idle. */
  readonly isLowPriority?: boolean;
}

const STREAMED: How = { isStreamed: true };

/** Never resolves after an interruption. */
function run(
  [command, ...args]: Check['command'],
  { isStreamed, isLowPriority = false }: How,
): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve) => {
    if (interruption) return;
    const child = spawn(command, args, {
      stdio: isStreamed ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    if (isLowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const end = (succeeded: boolean) => {
      running.delete(child);
      if (interruption) exitIfInterrupted();
      else resolve({ succeeded, output });
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
  // A file that fails to load has no failed test, but counts as failed.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
}

let passed = 0;
let failed = 0;

async function runCheck(check: Check, how = STREAMED): Promise<void> {
  const begun = performance.now();
  if (how.isStreamed) process.stdout.write(`\n— ${check.name}\n`);
  const { succeeded, output } = await run(check.command, how);
  const tests = check.report ? await countTests(check.report).catch(() => undefined) : undefined;
  passed += tests?.passed ?? (succeeded ? 1 : 0);
  failed += succeeded ? 0 : Math.max(1, tests?.failed ?? 1);
  const seconds = Math.round((performance.now() - begun) / 1000);
  // Tests that run beside it may have left an unfinished line of dots.
  const begin = output || how.isLowPriority ? `\n${output}` : '';
  process.stdout.write(`${begin}— ${check.name}: ${succeeded ? 'fine' : 'FAILED'} (${seconds} s)\n`);
}

/** Builds missing or stale pages and pictures; not counted, because it is no check. */
async function build(): Promise<boolean> {
  const { succeeded } = await run([process.execPath, 'scripts/bootstrap.mjs'], STREAMED);
  if (!succeeded) failed += 1;
  return succeeded;
}

async function runStaticChecks({ isLowPriority = false } = {}): Promise<void> {
  await runCheck(typegen, { isStreamed: false, isLowPriority });
  const waiting = staticChecks.values();
  const runWaiting = async () => {
    for (const check of waiting) await runCheck(check, { isStreamed: false, isLowPriority });
  };
  await Promise.all([runWaiting(), runWaiting()]);
}

async function runSelection(): Promise<void> {
  const { server, browser } = findTests(options.isHeaded && patterns.length === 0 ? ['e2e/'] : patterns);
  if (server.length + browser.length === 0) {
    process.stdout.write(`No test file has ${patterns.map((pattern) => `'${pattern}'`).join(' or ')} in its path.\n`);
    failed += 1;
  }
  // Tests of domain and csv need no database (the architecture check ensures that), and starting one takes longer than running
  // them.
  if (server.every((file) => /^src\/(domain|csv)\//.test(file))) process.env.TEST_WITHOUT_DATABASE = '1';
  if (server.length > 0) await runCheck(suites.server(server));
  if (browser.length > 0 && (await build())) await runCheck(suites.browser(browser));
}

async function runTests(): Promise<void> {
  await runCheck(suites.server());
  await runCheck(suites.browser());
}

if (isSelection) await runSelection();
else if (options.isStatic) await runStaticChecks();
else if (await build()) {
  // Tests wait for clocks, locks and other processes; the static checks use the CPU time that they leave idle.
  await Promise.all([runTests(), runStaticChecks({ isLowPriority: true })]);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
