/** Lists share blocks of memory up to this many entries; a longer one has an array of its own. */
const SEGMENT = 1 << 16;
const SMALLEST = 2;

/**
 * Very many lists of 32-bit entries in few typed arrays: most words stand in a handful of products, and an array
 * object for each would weigh more than its entries. A list that outgrows its block moves to one of twice the size;
 * blocks left behind are used again.
 */
export class PostingLists {
  readonly #segments: Uint32Array[] = [];
  #segmentEnd = SEGMENT;
  /** Blocks free for use, by the logarithm of their size, as `segment * SEGMENT + offset`. */
  readonly #free: number[][] = Array.from({ length: 17 }, () => []);
  readonly #long = new Map<number, Uint32Array>();
  #place = new Float64Array(1024);
  #length = new Int32Array(1024);
  #size = new Int32Array(1024);

  lengthOf(list: number): number {
    return this.#length[list] ?? 0;
  }

  /** The entries, as a view that the next change makes invalid. */
  entriesOf(list: number): Uint32Array {
    return this.#blockOf(list).subarray(0, this.lengthOf(list));
  }

  push(list: number, entry: number): void {
    this.#makeRoomFor(list);
    const length = this.#length[list] as number;
    if (length === this.#size[list]) this.#grow(list, length);
    if ((this.#size[list] as number) > SEGMENT) {
      (this.#long.get(list) as Uint32Array)[length] = entry;
    } else {
      const place = this.#place[list] as number;
      (this.#segments[Math.floor(place / SEGMENT)] as Uint32Array)[(place % SEGMENT) + length] = entry;
    }
    this.#length[list] = length + 1;
  }

  /** Keeps the entries that `keep` accepts, in their order. */
  filter(list: number, keep: (entry: number) => boolean): void {
    const entries = this.entriesOf(list);
    let kept = 0;
    for (const entry of entries) {
      if (!keep(entry)) continue;
      entries[kept] = entry;
      kept += 1;
    }
    if (list < this.#length.length) this.#length[list] = kept;
  }

  /** How many bytes the entries take, free room included. */
  get bytes(): number {
    let long = 0;
    for (const array of this.#long.values()) long += array.byteLength;
    return this.#segments.length * SEGMENT * Uint32Array.BYTES_PER_ELEMENT + long;
  }

  #blockOf(list: number): Uint32Array {
    const size = this.#size[list] ?? 0;
    if (size > SEGMENT) return this.#long.get(list) as Uint32Array;
    const place = this.#place[list] ?? 0;
    const offset = place % SEGMENT;
    return this.#segments[Math.floor(place / SEGMENT)]?.subarray(offset, offset + size) ?? EMPTY;
  }

  #makeRoomFor(list: number): void {
    if (list < this.#length.length) return;
    const size = Math.max(list + 1, this.#length.length * 2);
    this.#place = copyInto(new Float64Array(size), this.#place);
    this.#length = copyInto(new Int32Array(size), this.#length);
    this.#size = copyInto(new Int32Array(size), this.#size);
  }

  #grow(list: number, length: number): void {
    const old = this.#blockOf(list);
    const left = this.#place[list] as number;
    const size = Math.max(SMALLEST, length * 2);
    if (size > SEGMENT) {
      this.#long.set(list, copyInto(new Uint32Array(size), old));
    } else {
      const place = this.#allocate(size);
      this.#segments[Math.floor(place / SEGMENT)]?.set(old, place % SEGMENT);
      this.#place[list] = place;
    }
    this.#size[list] = size;
    if (length > 0 && length <= SEGMENT) this.#free[Math.log2(length)]?.push(left);
  }

  #allocate(size: number): number {
    const again = this.#free[Math.log2(size)]?.pop();
    if (again !== undefined) return again;
    if (this.#segmentEnd + size > SEGMENT) {
      this.#keepRest();
      this.#segments.push(new Uint32Array(SEGMENT));
      this.#segmentEnd = 0;
    }
    const place = (this.#segments.length - 1) * SEGMENT + this.#segmentEnd;
    this.#segmentEnd += size;
    return place;
  }

  /** What is left of a segment too full for the next block serves smaller ones. */
  #keepRest(): void {
    while (SEGMENT - this.#segmentEnd >= SMALLEST) {
      const power = Math.floor(Math.log2(SEGMENT - this.#segmentEnd));
      this.#free[power]?.push((this.#segments.length - 1) * SEGMENT + this.#segmentEnd);
      this.#segmentEnd += 2 ** power;
    }
  }
}

const EMPTY = new Uint32Array(0);

function copyInto<T extends Float64Array | Int32Array | Uint32Array>(larger: T, old: T): T {
  larger.set(old);
  return larger;
}
