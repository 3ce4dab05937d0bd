import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./running-shop.ts'],
    setupFiles: ['./save-traces.ts'],
    pool: 'forks',
    // More workers than cores: tests spend part of their time waiting for timers, transitions and the network.
    maxWorkers: 4,
    // The files of a worker share its browser.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 90_000,
    // Generous timeouts: on a busy machine, expected changes arrive late.
    expect: { poll: { timeout: 15_000 } },
  },
});
