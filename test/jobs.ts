import type { Jobs } from '#server/platform/jobs.ts';

export interface RecordingJobs extends Jobs {
  /** Job names requested since the last `runRequested`, without duplicates. */
  requested(): string[];
  /** Runs one job now. */
  run(name: string): Promise<void>;
  /** Runs the requested jobs, as a shop's workers would. */
  runRequested(): Promise<void>;
}

/** Jobs that run when the test says so. */
export function recordingJobs(): RecordingJobs {
  const definitions = new Map<string, () => Promise<void>>();
  const waiting = new Set<string>();
  const run = async (name: string): Promise<void> => {
    const work = definitions.get(name);
    if (!work) throw new Error(`No job is called ${name}`);
    waiting.delete(name);
    await work();
  };
  return {
    define: (name, work) => void definitions.set(name, work),
    names: () => [...definitions.keys()],
    request: async (name) => void waiting.add(name),
    start: async () => undefined,
    stop: async () => undefined,
    close: async () => undefined,
    requested: () => [...waiting],
    run,
    async runRequested() {
      for (const name of [...waiting]) await run(name);
    },
  };
}
