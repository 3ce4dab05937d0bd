/** The time until which a node has received every committed change. Beats of announcements by any node move it forward. */
export interface HeardUntil {
  /** Call it with the number of the latest announcement, as read by a statement that was sent at `sentAt`. */
  read(number: number, sentAt: number): void;
  /** Call it when the beat of an announcement arrives: all changes of that announcement have arrived before it. */
  hear(number: number): void;
  /** Every change committed before this time has been heard. */
  time(): number;
}

/**
 * An announcement contains every change that was committed before it began and not announced yet, and announcements run one
 * after another. So if a node reads number N at time t and later receives the beat of a higher number, it has received every
 * change committed before t. Only this node's clock is used (docs/decisions/0109).
 */
export function createHeardUntil(since: number): HeardUntil {
  let time = since;
  let heard = 0;
  /** Numbers read, with their times, for which no higher beat has arrived yet. Oldest first. */
  let unheard: { readonly number: number; readonly sentAt: number }[] = [];

  return {
    read(number, sentAt) {
      if (heard > number) time = sentAt;
      // Of two reads of the same number, the later one proves more.
      else unheard = [...unheard.filter((earlier) => earlier.number !== number), { number, sentAt }];
    },
    hear(number) {
      heard = number;
      time = unheard.findLast((earlier) => earlier.number < number)?.sentAt ?? time;
      unheard = unheard.filter((earlier) => earlier.number >= number);
    },
    time: () => time,
  };
}
