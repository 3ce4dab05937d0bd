import type { SharedPlaces } from './shared-places.ts';
import type { WaitingJob, WaitingLine } from './waiting-line.ts';

/** Places in the line of all nodes. 1: next. */
export interface Places<Started> {
  /** Undefined: the job does not wait. */
  ofJob(job: WaitingJob<Started>): number | undefined;
  /** Of the owner's first job. Undefined: none is waiting on this node. */
  ofOwner(owner: number): number | undefined;
  /** The same for an owner who waits on any node. */
  find(owner: number): Promise<number | undefined>;
}

/** Kept places of absent owners do not count, unless the owner is expected back. */
export function createPlaces<Started>(
  line: Pick<WaitingLine<Started>, 'inOrder' | 'all'>,
  shared: Pick<SharedPlaces, 'countEarlier' | 'enteredAt' | 'refresh'>,
): Places<Started> {
  /** @param ahead on this node. @param enteredAt everyone who joined the line of another node before is ahead, too. */
  const placeBehind = (ahead: readonly WaitingJob<Started>[], enteredAt: number): number => {
    const at = performance.now();
    return 1 + ahead.filter(({ countsUntil }) => countsUntil > at).length + shared.countEarlier(enteredAt);
  };

  const placeOfFirst = (isWanted: (job: WaitingJob<Started>) => boolean): number | undefined => {
    const inOrder = line.inOrder();
    const index = inOrder.findIndex(isWanted);
    const job = inOrder[index];
    if (!job) return undefined;
    // Urgent jobs start before all normal ones of this node.
    return placeBehind(inOrder.slice(0, index), job.priority === 'urgent' ? Number.NEGATIVE_INFINITY : job.enteredAt);
  };

  const ofOwner = (owner: number) => placeOfFirst((job) => job.owner === owner);

  return {
    ofJob: (job) => placeOfFirst((other) => other === job),
    ofOwner,
    async find(owner) {
      const place = ofOwner(owner);
      if (place !== undefined) return place;
      await shared.refresh();
      const enteredAt = shared.enteredAt(owner);
      if (enteredAt === undefined) return ofOwner(owner);
      return placeBehind(
        line.all().filter((job) => job.enteredAt < enteredAt),
        enteredAt,
      );
    },
  };
}
