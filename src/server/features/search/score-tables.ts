/** The largest impact. */
const IMPACTS = 256;
const SCALE_BITS = 4;
/** The lowest bit of an impact: the word is the head of the name, such as 'camera' in 'Film camera'. */
export const HEAD_OF_NAME = 1;
const BONUS_OF_HEAD = 48;

/** How the entries of a word count. */
export interface Weighing {
  /** Subtracted from the impact. */
  readonly less: number;
  /** Sixteenths of the rest. */
  readonly scale: number;
  /** Entries with a smaller impact do not count. */
  readonly minImpact: number;
}

function createTable({ less, scale, minImpact }: Weighing): Uint16Array {
  return Uint16Array.from({ length: IMPACTS }, (_, impact) => {
    if (impact < minImpact) return 0;
    const score = (impact & HEAD_OF_NAME) === 0 ? impact : impact - HEAD_OF_NAME + BONUS_OF_HEAD;
    return Math.max(1, ((score - less) * scale) >> SCALE_BITS);
  });
}

/** The score of every impact, for each way to weigh it: one lookup per entry of a list. A score of zero does not count. */
export class ScoreTables {
  readonly #tables = new Map<number, Uint16Array>();

  of(weighing: Weighing): Uint16Array {
    const { less, scale, minImpact } = weighing;
    const key = (less * IMPACTS + scale) * IMPACTS + minImpact;
    const known = this.#tables.get(key);
    if (known) return known;
    const table = createTable(weighing);
    this.#tables.set(key, table);
    return table;
  }
}
