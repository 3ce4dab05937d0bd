import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Every check of the repository: first what only reads it, then what runs it; all of them run even when one fails.
 * Ends with a line 'N passed, N failed' that counts each check and each test.
 */
interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Vitest's JSON report: its tests are counted instead of the check as one. */
  readonly report?: string;
}

const bin = (name: string): string => join('node_modules', '.bin', name);
const report = (name: string): string => join(tmpdir(), `stoa-${process.pid}-${name}.json`);

function vitest(name: string, ...args: string[]): Check {
  const file = report(name);
  return {
    name,
    command: [bin('vitest'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...args],
    report: file,
  };
}

const typegen: Check = { name: "types of the pages' routes", command: [bin('react-router'), 'typegen'] };

/** Version 7; plain `typescript` is 6, for the tools that load its API (docs/decisions/0016). */
const tsc = join('node_modules', 'typescript-7', 'bin', 'tsc');

/** Each keeps one processor busy. */
const readings: readonly Check[] = [
  { name: 'types', command: [process.execPath, tsc, '-p', '.', '--singleThreaded'] },
  { name: 'architecture', command: [bin('depcruise'), 'src', 'demo', 'test', 'e2e', 'bench', 'quality', 'scripts'] },
  { name: 'nothing unused', command: [bin('knip')] },
  { name: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { name: 'OpenAPI fits the contract', command: [process.execPath, 'scripts/openapi.ts', '--check'] },
];

const suites: readonly Check[] = [
  vitest('domain and API', '--config', 'vitest.config.ts'),
  vitest('browser', '--config', 'e2e/vitest.config.ts'),
];

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });
}

/** Writes what the command says as it says it, or all at once when it ends, so that two of them stay readable. */
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
  // A file that cannot even be loaded holds no failed test, yet has failed.
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

await carryOut(typegen, true);
const waiting = readings.values();
const readOn = async () => {
  for (const check of waiting) await carryOut(check, false);
};
await Promise.all([readOn(), readOn()]);
for (const suite of suites) await carryOut(suite, true);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
