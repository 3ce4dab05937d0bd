import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Every check of the repository, in the order in which a mistake is found cheapest; the whole list runs even when one
 * fails. Ends with a line 'N passed, N failed' that counts each check and each test.
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

const checks: readonly Check[] = [
  { name: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { name: "types of the pages' routes", command: [bin('react-router'), 'typegen'] },
  { name: 'types', command: [bin('tsc'), '-p', '.'] },
  { name: 'architecture', command: [bin('depcruise'), 'src', 'demo', 'test', 'e2e', 'bench', 'quality', 'scripts'] },
  { name: 'nothing unused', command: [bin('knip')] },
  { name: 'OpenAPI fits the contract', command: [process.execPath, 'scripts/openapi.ts', '--check'] },
  vitest('domain and API', '--config', 'vitest.config.ts'),
  vitest('browser', '--config', 'e2e/vitest.config.ts'),
];

let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running?.kill(signal));

function run([command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  return new Promise((resolve) => {
    running = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    running.on('error', () => resolve(false));
    running.on('exit', (code) => resolve(code === 0));
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
for (const check of checks) {
  const begun = performance.now();
  process.stdout.write(`\n— ${check.name}\n`);
  const succeeded = await run(check.command);
  const tests = check.report ? await countTests(check.report).catch(() => undefined) : undefined;
  passed += tests?.passed ?? (succeeded ? 1 : 0);
  failed += succeeded ? 0 : Math.max(1, tests?.failed ?? 1);
  process.stdout.write(
    `— ${check.name}: ${succeeded ? 'fine' : 'FAILED'} (${Math.round((performance.now() - begun) / 1000)} s)\n`,
  );
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
