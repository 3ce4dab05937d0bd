import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;
type NumbersType<A extends Numbers> = new (buffer: ArrayBuffer) => A;

/** Each section begins with its length in bytes, as a 64-bit float. */
const HEADER_BYTES = 8;

const bytesOf = (numbers: Numbers): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Collects the sections of a file, without a copy of the numbers in memory. */
export class SnapshotWriter {
  readonly #sections: Uint8Array[] = [];

  numbers(numbers: Numbers): void {
    this.#section(bytesOf(numbers));
  }

  texts(texts: readonly string[]): void {
    const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
    const ends = new Float64Array(texts.length);
    let end = 0;
    for (const [index, text] of texts.entries()) {
      end += bytes.write(text, end);
      ends[index] = end;
    }
    this.numbers(ends);
    this.#section(bytes);
  }

  json(value: unknown): void {
    this.texts([JSON.stringify(value)]);
  }

  /** Writes the sections and their checksum. */
  async writeTo(file: FileHandle): Promise<void> {
    let checksum = 0;
    for (const bytes of this.#sections) {
      checksum = crc32(bytes, checksum);
      await file.writeFile(bytes);
    }
    const last = Uint32Array.of(checksum);
    await file.writeFile(bytesOf(Float64Array.of(last.byteLength)));
    await file.writeFile(bytesOf(last));
  }

  #section(bytes: Uint8Array): void {
    this.#sections.push(bytesOf(Float64Array.of(bytes.byteLength)), bytes);
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
 * Replaces a snapshot; a crash leaves the one before. The numbers must not change until the end.
 * @param key what the snapshot depends on, for `readSnapshot`
 */
export async function writeSnapshot(path: string, key: string, save: (to: SnapshotWriter) => void): Promise<void> {
  const writer = new SnapshotWriter();
  writer.json(key);
  save(writer);
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await writer.writeTo(file);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
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
