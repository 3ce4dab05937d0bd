import { defineConfig } from 'vitest/config';
import { SERVER_TESTS } from './scripts/find-tests.ts';
import { inlineScripts } from './scripts/inline-scripts.ts';
import { pluginParts } from './scripts/plugin-parts.ts';

/** Pages are tested without plug-ins. */
const plugins = [pluginParts({ plugins: [] }), inlineScripts()];

const shared = {
  setupFiles: ['test/no-outside-network.ts', 'test/no-second-connection.ts', 'test/record-statements.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  unstubGlobals: true,
  // Generous timeouts: on a busy machine, expected changes arrive late.
  expect: { poll: { timeout: 10_000 } },
};

/** Files that mock a module, which other files may have loaded already, and files that count what the whole process decodes or logs. */
const APART = [
  'src/open-shop.test.ts',
  'src/server/features/auth/log-in.test.ts',
  'src/server/platform/security/password-hashing.test.ts',
  'src/server/platform/http/failures.test.ts',
  'src/server/features/pictures/pictures.test.ts',
  'src/server/features/account/account.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.ts'],
    pool: 'forks',
    // More workers than cores: tests spend much of their time waiting for clocks, locks and other processes.
    maxWorkers: 5,
    // A larger young generation is collected less often, which saves 3% of a worker's CPU time.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        plugins,
        test: {
          ...shared,
          name: 'one after another',
          include: [SERVER_TESTS],
          exclude: APART,
          // Loading the same modules again for each file took a third of the run.
          isolate: false,
        },
      },
      { plugins, test: { ...shared, name: 'by itself', include: APART } },
    ],
  },
});
