import { defineConfig } from 'vitest/config';

const shared = {
  setupFiles: ['test/no-outside-network.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  unstubGlobals: true,
};

/** Files that put another module in the place of one: whoever has loaded it before them would have the first. */
const REPLACING = ['src/server/features/auth/log-in.test.ts', 'src/server/platform/password-hashing.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'one after another',
          include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: REPLACING,
          // A third of the time of a run went into loading the same modules again for each file.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'by itself', include: REPLACING } },
    ],
  },
});
