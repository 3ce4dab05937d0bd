/** The largest impact. */
const IMPACTS = 256;
const SCALE_BITS = 4;
/** The lowest bit of an impact: the word is the head of the name, such as 'camera' in 'Film camera'. */
export const HEAD_OF_NAME = 1;
/** With the weight of a name: the word is a thing in the name, such as 'tumblers' in 'Carafe & Two Tumblers'. */
export const THING_IN_NAME = 2;
const NAME = 128;
/** Brand, tags and category. */
const NAMING_FIELDS = 64 | 32;
const BONUS_OF_HEAD = 48;

/** How the entries of a word count. */
export interface WordWeight {
  /** Subtracted from the impact. */
  readonly less: number;
  /** Sixteenths of the rest. */
  readonly scale: number;
  /** Entries with a smaller impact do not count. */
  readonly minImpact: number;
  /** Entries do not count where the word only describes something else in the name, as in 'Bookshelf Speakers'. */
  readonly onlyThings: boolean;
}

/** Whether an entry's word says what the product is. */
export const isThing = (impact: number): boolean =>
  (impact & NAME) === 0 || (impact & (HEAD_OF_NAME | THING_IN_NAME | NAMING_FIELDS)) !== 0;

function createTable({ less, scale, minImpact, onlyThings }: WordWeight): Uint16Array {
  return Uint16Array.from({ length: IMPACTS }, (_, impact) => {
    if (impact < minImpact || (onlyThings && !isThing(impact))) return 0;
    const isNameOfThing = (impact & (HEAD_OF_NAME | THING_IN_NAME)) !== 0;
    const fields = (impact & NAME) === 0 ? impact : impact & ~THING_IN_NAME;
    const counted = onlyThings && !isNameOfThing ? fields & ~NAME : fields;
    const score = (counted & HEAD_OF_NAME) === 0 ? counted : counted - HEAD_OF_NAME + BONUS_OF_HEAD;
    return Math.max(1, ((score - less) * scale) >> SCALE_BITS);
  });
}

/** The score of every impact, for each way to weigh it: one lookup per entry of a list. A score of zero does not count. */
export class ScoreTables {
  readonly #tables = new Map<number, Uint16Array>();

  of(weighing: WordWeight): Uint16Array {
    const { less, scale, minImpact, onlyThings } = weighing;
    const key = ((less * IMPACTS + scale) * IMPACTS + minImpact) * 2 + (onlyThings ? 1 : 0);
    const known = this.#tables.get(key);
    if (known) return known;
    const table = createTable(weighing);
    this.#tables.set(key, table);
    return table;
  }
}
