import { fold } from '#server/features/search/index.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/snapshot-file.ts';
import { Numbering } from './numbering.ts';

/** Not in a tag, which is one line. */
const SEPARATOR = '\n';
const NO_TAGS = -1;

/** The tags of products by slot. Products with the same tags share one list. */
export class TagColumn {
  readonly #tags = new Numbering<string, string>();
  readonly #lists = new Numbering<string, readonly number[]>();
  readonly #ofSlots: (readonly number[] | undefined)[] = [];
  /** Number of products by tag number. */
  readonly #counts: number[] = [];

  set(slot: number, tags: string | readonly string[] | undefined): void {
    this.clear(slot);
    this.#setList(slot, this.#listOf(typeof tags === 'string' ? [tags] : (tags ?? [])));
  }

  clear(slot: number): void {
    for (const tag of this.#ofSlots[slot] ?? []) this.#counts[tag] = (this.#counts[tag] ?? 0) - 1;
    this.#ofSlots[slot] = undefined;
  }

  /**
   * Adds up points for the tags that another product shares with this one.
   * @param pointsOf points for a tag, from the number of products that have it
   */
  pointsFor(slot: number, pointsOf: (count: number) => number): (other: number) => number {
    const tags = this.#ofSlots[slot] ?? [];
    const points = tags.map((tag) => pointsOf(this.#counts[tag] ?? 1));
    return (other) => {
      const others = this.#ofSlots[other];
      if (others === undefined) return 0;
      let sum = 0;
      // Products have few tags: comparing them all is faster than a map.
      for (let i = 0; i < tags.length; i += 1) if (others.includes(tags[i] as number)) sum += points[i] as number;
      return sum;
    };
  }

  /** Sets the members without the tag to 0. Case and accents do not matter. */
  keepWith(tag: string, members: Int32Array): void {
    const number = this.#tags.numberOf(fold(tag.trim()));
    if (number === undefined) {
      members.fill(0);
      return;
    }
    for (let slot = 0; slot < members.length; slot += 1) if (!this.#ofSlots[slot]?.includes(number)) members[slot] = 0;
  }

  save(to: SnapshotWriter): void {
    const lists = new Map(this.#lists.things().map((list, number) => [list, number]));
    to.texts(this.#tags.keys());
    to.texts(this.#lists.keys());
    to.numbers(Int32Array.from(this.#ofSlots, (list) => (list && lists.get(list)) ?? NO_TAGS));
  }

  load(from: SnapshotReader): void {
    for (const tag of from.texts()) this.#tags.add(tag, tag);
    for (const key of from.texts()) this.#listOf(key.split(SEPARATOR));
    for (const [slot, list] of from.numbers(Int32Array).entries()) this.#setList(slot, this.#lists.thing(list));
  }

  #setList(slot: number, list: readonly number[] | undefined): void {
    this.#ofSlots[slot] = list;
    for (const tag of list ?? []) this.#counts[tag] = (this.#counts[tag] ?? 0) + 1;
  }

  #listOf(tags: readonly string[]): readonly number[] | undefined {
    const folded = tags.map((tag) => fold(tag.trim())).filter((tag) => tag !== '');
    if (folded.length === 0) return undefined;
    const key = folded.join(SEPARATOR);
    const known = this.#lists.numberOf(key);
    if (known !== undefined) return this.#lists.thing(known);
    const list = [...new Set(folded)].map((tag) => this.#tags.add(tag, tag));
    this.#lists.add(key, list);
    return list;
  }
}
