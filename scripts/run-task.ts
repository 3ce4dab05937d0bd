import { explainStartFailure } from '#server/platform/start-failure.ts';

/** Runs the program of one task. Errors that the user can fix are printed as one sentence. */
export async function runTask(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    process.exitCode = 1;
    console.error(explainStartFailure(error) ?? error);
  }
}
