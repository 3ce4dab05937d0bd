import { fold } from '#server/features/search/index.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { NumberLists } from '#server/platform/number-sets/number-lists.ts';
import { Numbering } from './numbering.ts';
import type { SlotSet } from './slot-set.ts';

/** The tags of products by slot. */
export class TagColumn {
  readonly #tags = new Numbering<string, string>();
  readonly #lists = new NumberLists();
  /** Number of products by tag number. */
  #counts: number[] = [];

  set(slot: number, tags: string | readonly string[] | undefined): void {
    this.clear(slot);
    const folded = [tags ?? []].flat().map((tag) => fold(tag.trim()));
    const numbers = new Set(folded.filter((tag) => tag !== '').map((tag) => this.#tags.add(tag, tag)));
    this.#lists.set(slot, [...numbers]);
    for (const tag of this.#lists.of(slot)) this.#counts[tag] = (this.#counts[tag] ?? 0) + 1;
  }

  clear(slot: number): void {
    for (const tag of this.#lists.of(slot)) this.#counts[tag] = (this.#counts[tag] ?? 0) - 1;
    this.#lists.delete(slot);
  }

  /**
   * Adds up points for the tags that another product shares with this one.
   * @param pointsOf points for a tag, from the number of products that have it
   */
  pointsFor(slot: number, pointsOf: (count: number) => number): (other: number) => number {
    const tags = [...this.#lists.of(slot)];
    const points = tags.map((tag) => pointsOf(this.#counts[tag] ?? 1));
    return (other) => {
      let sum = 0;
      // Products have few tags: comparing them all is faster than a map.
      for (let i = 0; i < tags.length; i += 1)
        if (this.#lists.has(other, tags[i] as number)) sum += points[i] as number;
      return sum;
    };
  }

  /** Keeps the members with the tag. Case and accents do not matter. */
  keepWith(tag: string, members: SlotSet): void {
    const number = this.#tags.numberOf(fold(tag.trim()));
    members.keep((slot) => number !== undefined && this.#lists.has(slot, number));
  }

  *save(to: SnapshotWriter): Generator<void> {
    yield* to.texts(this.#tags.keys());
    to.numbers(Int32Array.from(this.#counts));
    this.#lists.save(to);
  }

  *load(from: SnapshotReader): Generator<void> {
    for (const tag of yield* from.texts()) this.#tags.add(tag, tag);
    this.#counts = [...from.numbers(Int32Array)];
    this.#lists.load(from);
  }
}
