import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

type Numbers = Uint8Array | Int32Array | Uint32Array | Float64Array;
type NumbersType<A extends Numbers> = new (buffer: ArrayBuffer) => A;

/** Each section begins with its length in bytes, as a 64-bit float. */
const HEADER_BYTES = 8;
/** UTF-8 needs at most this many bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

const bytesOf = (numbers: Numbers): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Writes sections to a file, without a copy of the numbers in memory. */
export class SnapshotWriter {
  readonly #file: number;
  #checksum = 0;

  constructor(file: number) {
    this.#file = file;
  }

  numbers(numbers: Numbers): void {
    this.#section(bytesOf(numbers));
  }

  texts(texts: readonly string[]): void {
    const units = texts.reduce((sum, text) => sum + text.length, 0);
    const bytes = Buffer.allocUnsafe(units * MAX_BYTES_PER_UNIT);
    const ends = new Float64Array(texts.length);
    let end = 0;
    for (const [index, text] of texts.entries()) {
      end += bytes.write(text, end);
      ends[index] = end;
    }
    this.numbers(ends);
    this.#section(bytes.subarray(0, end));
  }

  json(value: unknown): void {
    this.texts([JSON.stringify(value)]);
  }

  /** Call it last. */
  checksum(): void {
    this.numbers(Uint32Array.of(this.#checksum));
  }

  #section(bytes: Uint8Array): void {
    this.#write(bytesOf(Float64Array.of(bytes.byteLength)));
    this.#write(bytes);
  }

  #write(bytes: Uint8Array): void {
    this.#checksum = crc32(bytes, this.#checksum);
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(this.#file, bytes, at);
  }
}

/** Reads the sections of a file in the order in which they were written. */
export class SnapshotReader {
  readonly #file: number;
  readonly #size: number;
  #position = 0;
  #checksum = 0;

  constructor(file: number) {
    this.#file = file;
    this.#size = fstatSync(file).size;
  }

  /** @throws RangeError if the file is damaged. */
  numbers<A extends Numbers>(type: NumbersType<A>): A {
    const [length = Number.NaN] = new Float64Array(this.#read(HEADER_BYTES));
    return new type(this.#read(length));
  }

  texts(): string[] {
    const ends = this.numbers(Float64Array);
    const bytes = Buffer.from(this.numbers(Uint8Array).buffer);
    const texts: string[] = new Array(ends.length);
    let start = 0;
    for (const [index, end] of ends.entries()) {
      texts[index] = bytes.toString('utf8', start, end);
      start = end;
    }
    return texts;
  }

  json(): unknown {
    const [text = ''] = this.texts();
    return JSON.parse(text);
  }

  /** Whether the file was read to its end and says what was written. */
  isIntact(): boolean {
    const expected = this.#checksum;
    const [checksum] = this.numbers(Uint32Array);
    return checksum === expected && this.#position === this.#size;
  }

  #read(length: number): ArrayBuffer {
    if (!(length <= this.#size - this.#position)) throw new RangeError('The snapshot ends too early.');
    const bytes = new Uint8Array(new ArrayBuffer(length));
    for (let at = 0; at < length; ) {
      const count = readSync(this.#file, bytes, at, length - at, this.#position + at);
      if (count === 0) throw new RangeError('The snapshot ends too early.');
      at += count;
    }
    this.#position += length;
    this.#checksum = crc32(bytes, this.#checksum);
    return bytes.buffer;
  }
}

/**
 * Replaces a snapshot. It is written in one go, so that nothing changes meanwhile; a crash leaves the one before.
 * @param key what the snapshot depends on, for `readSnapshot`
 */
export function writeSnapshot(path: string, key: string, save: (to: SnapshotWriter) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    const writer = new SnapshotWriter(file);
    writer.json(key);
    save(writer);
    writer.checksum();
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a snapshot with the same key. What `load` has read may be used only if the result is true.
 * @returns false if there is none, or if it has another key or is damaged
 */
export function readSnapshot(path: string, key: string, load: (from: SnapshotReader) => void): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return false;
  }
  try {
    const reader = new SnapshotReader(file);
    if (reader.json() !== key) return false;
    load(reader);
    return reader.isIntact();
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return false;
    throw error;
  } finally {
    closeSync(file);
  }
}
