/** Up to which time a node has heard of all changes, from the beats of announcements, whichever node made them. */
export interface HeardUntil {
  /** A statement that was sent at this time has found that this announcement was the last one to begin. */
  read(number: number, sentAt: number): void;
  /** The beat of this announcement has arrived, and before it everything that it announces. */
  hear(number: number): void;
  /** Every change committed before this time has been heard. */
  time(): number;
}

/**
 * An announcement that begins after a time announces whatever was committed before that time and not announced yet, and no
 * announcement overtakes another. So the beat of a number that is higher than one read vouches for the time before the reading.
 * Only this node's clock is used.
 */
export function createHeardUntil(since: number): HeardUntil {
  let time = since;
  let heard = 0;
  /** What no beat vouches for yet, in the order of time. */
  let unheard: { readonly number: number; readonly sentAt: number }[] = [];

  return {
    read(number, sentAt) {
      if (heard > number) time = sentAt;
      // A later time of the same number is worth more.
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
