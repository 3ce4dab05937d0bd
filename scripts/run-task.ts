import { StartError } from '#server/platform/start-error.ts';

/** Runs a program of one task. What the person at the terminal can mend is printed as one sentence. */
export async function runTask(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof StartError ? error.message : error);
  }
}
