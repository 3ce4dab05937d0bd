import { parseOptions } from './read-options.ts';

export const USAGE = `npm test                                   all static checks and tests, at the same time
npm test -- money e2e/buy -t 'declined'    only tests in files whose path contains one of the words
npm test -- e2e/buy --headed               in a browser window (needs Chrome and a display)
npm run check                              static checks only`;

export interface TestOptions {
  /** Parts of the paths of test files; empty: all. */
  readonly patterns: readonly string[];
  readonly isStatic: boolean;
  readonly isHeaded: boolean;
  readonly testNamePattern: string | undefined;
  /** Only explain the options. */
  readonly isHelp: boolean;
}

/** @throws StartError that explains the options, for an unknown one. */
export function readTestOptions(args: readonly string[]): TestOptions {
  const { values, positionals } = parse(args);
  return {
    patterns: positionals,
    isStatic: values.static,
    isHeaded: values.headed,
    testNamePattern: values.testNamePattern,
    isHelp: values.help,
  };
}

function parse(args: readonly string[]) {
  return parseOptions(args, USAGE, {
    allowPositionals: true,
    options: {
      static: { type: 'boolean', default: false },
      headed: { type: 'boolean', default: false },
      testNamePattern: { type: 'string', short: 't' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}
