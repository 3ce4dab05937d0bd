import type { Slots } from './slots.ts';
import type { WaitingJob, WaitingLine } from './waiting-line.ts';

/** What decides whether a waiting job can start now. */
export interface StartConditions<Started> {
  /** How many jobs share a slot. */
  readonly jobsPerSlot: number;
  /** Owners of running jobs: each has at most one. */
  readonly busyOwners: ReadonlySet<number>;
  readonly canUse: ReturnType<Slots['findFree']>;
  readonly countSharing: ReturnType<WaitingLine<Started>['countSharing']>;
}

/**
 * The jobs to start next in one slot: the first that can start, and those behind it that can share its slot. A job that has to
 * wait for a resource reserves it, so that no later job overtakes it there.
 * @param inOrder all waiting jobs, in the order in which they start.
 */
export function nextJobs<Started>(
  inOrder: readonly WaitingJob<Started>[],
  { jobsPerSlot, busyOwners, canUse, countSharing }: StartConditions<Started>,
): WaitingJob<Started>[] {
  const next: WaitingJob<Started>[] = [];
  const owners = new Set(busyOwners);
  const reserved = new Set<number>();
  for (const job of inOrder) {
    if (!job.start || !job.resources || owners.has(job.owner)) continue;
    const { canShare, kind } = job;
    const [first] = next;
    const fits = !first || (canShare && kind === first.kind);
    const isUsable = (resource: number) =>
      !reserved.has(resource) && canUse(resource, { canShare, fillsSlot: countSharing(kind, resource) >= jobsPerSlot });
    if (fits && job.resources.every(isUsable)) {
      next.push(job);
      owners.add(job.owner);
      if (!canShare || next.length === jobsPerSlot) break;
    } else {
      for (const resource of job.resources) reserved.add(resource);
    }
  }
  return next;
}
