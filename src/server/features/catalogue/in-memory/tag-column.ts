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

  set(slot: number, tags: string | readonly string[] | undefined): void {
    this.#ofSlots[slot] = this.#listOf(typeof tags === 'string' ? [tags] : (tags ?? []));
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
    for (const [slot, list] of from.numbers(Int32Array).entries()) this.#ofSlots[slot] = this.#lists.thing(list);
  }

  #listOf(tags: readonly string[]): readonly number[] | undefined {
    const folded = tags.map((tag) => fold(tag.trim())).filter((tag) => tag !== '');
    if (folded.length === 0) return undefined;
    const key = folded.join(SEPARATOR);
    const known = this.#lists.numberOf(key);
    if (known !== undefined) return this.#lists.thing(known);
    const list = folded.map((tag) => this.#tags.add(tag, tag));
    this.#lists.add(key, list);
    return list;
  }
}
