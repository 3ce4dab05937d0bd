import { performance } from 'node:perf_hooks';

/** From this utilization on, the event loop has no time left for more requests. */
const SATURATED = 0.9;
/** How long a single node pauses, in multiples of the work. Longer pauses were measured to leave no more to pages: see decision 78. */
const PAUSE_RATIO = 1.25;
/** The work may have waited for a lock. */
const MAX_PAUSE_MS = 1_000;

/**
 * To be called when work begins that must leave time of the event loop to pages and lists.
 * @param units what the work consists of, such as orders. It pauses shorter if fewer reads than units arrive meanwhile.
 * @returns a function to be called when it ends. It returns for how many milliseconds to pause before more of it.
 */
export type YieldToReads = (units: number) => () => number;

/**
 * Work pauses when it has ended if the event loop was saturated meanwhile and pages or lists were being asked for. Its answers
 * are not delayed, only the work that follows. Otherwise, it does not pause.
 *
 * Nodes share the database, and often the machine. So that they leave as much of it to reads together as one node would, each
 * works for a smaller share of the time the more nodes there are.
 * @param readsSoFar how many pages and lists were asked for since the start of the process.
 * @param countNodes how many nodes are running; at least one is assumed.
 */
export function createYieldToReads(
  readsSoFar: () => number,
  countNodes: () => number,
  clock: Pick<typeof performance, 'now' | 'eventLoopUtilization'> = performance,
): YieldToReads {
  return (units) => {
    const readsBefore = readsSoFar();
    const begunAt = clock.now();
    const utilizationBefore = clock.eventLoopUtilization();
    return () => {
      const { utilization } = clock.eventLoopUtilization(utilizationBefore);
      if (utilization < SATURATED) return 0;
      const pressure = Math.min(1, (readsSoFar() - readsBefore) / units);
      const ratio = (1 + PAUSE_RATIO) * Math.max(1, countNodes()) - 1;
      return Math.min(MAX_PAUSE_MS, (clock.now() - begunAt) * ratio * pressure);
    };
  };
}
