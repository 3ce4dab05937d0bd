import { globSync } from 'node:fs';

const IN_BROWSER = 'e2e/**/*.test.ts';
/** Files of the suite in vitest.config.ts. */
export const SERVER_TESTS = '{src,demo,test,scripts,quality,plugins,examples}/**/*.test.ts';

/** Test files whose path contains one of the patterns, by suite. No pattern means all files. */
export function findTests(patterns: readonly string[]): { server: string[]; browser: string[] } {
  const wanted = patterns.map((pattern) => pattern.replaceAll('\\', '/').replace(/^\.\//, ''));
  const find = (glob: string) =>
    globSync(glob)
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => wanted.length === 0 || wanted.some((pattern) => file.includes(pattern)))
      .sort();
  return { server: find(SERVER_TESTS), browser: find(IN_BROWSER) };
}
