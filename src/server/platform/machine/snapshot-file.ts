import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { runInSlices } from '../concurrency/run-in-slices.ts';
import { unfinishedName } from './unfinished-files.ts';

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;
type NumbersType<A extends Numbers> = new (buffer: ArrayBuffer) => A;

/** Each section begins with its length in bytes, as a 64-bit float. */
const HEADER_BYTES = 8;
/** Read, written and added to the checksum at once: one to three milliseconds of the main thread. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Texts between two pauses: about a millisecond of work. */
const SLICE = 5_000;

const bytesOf = (numbers: Numbers): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Collects the sections of a file, without a copy of the numbers in memory. */
export class SnapshotWriter {
  readonly #sections: Uint8Array[] = [];

  numbers(numbers: Numbers): void {
    this.#section(bytesOf(numbers));
  }

  /** In steps, because there can be millions. */
  *texts(texts: readonly string[]): Generator<void> {
    let size = 0;
    for (let index = 0; index < texts.length; index += 1) {
      size += Buffer.byteLength(texts[index] as string);
      if (index % SLICE === SLICE - 1) yield;
    }
    const bytes = Buffer.allocUnsafe(size);
    const ends = new Float64Array(texts.length);
    let end = 0;
    for (let index = 0; index < texts.length; index += 1) {
      end += bytes.write(texts[index] as string, end);
      ends[index] = end;
      if (index % SLICE === SLICE - 1) yield;
    }
    this.numbers(ends);
    this.#section(bytes);
  }

  json(value: unknown): void {
    this.#section(Buffer.from(JSON.stringify(value)));
  }

  /** Writes the sections and their checksum. */
  async writeTo(file: FileHandle): Promise<void> {
    let checksum = 0;
    for (const bytes of this.#sections) {
      for (const piece of piecesOf(bytes)) {
        checksum = crc32(piece, checksum);
        await file.writeFile(piece);
      }
    }
    await file.writeFile(bytesOf(Float64Array.of(Uint32Array.BYTES_PER_ELEMENT)));
    await file.writeFile(bytesOf(Uint32Array.of(checksum)));
  }

  #section(bytes: Uint8Array): void {
    this.#sections.push(bytesOf(Float64Array.of(bytes.byteLength)), bytes);
  }
}

/** The sections of an intact file, in the order in which they were written. */
export class SnapshotReader {
  /** The next one last. Each is given away, and not copied. */
  readonly #sections: ArrayBuffer[];

  constructor(sections: readonly ArrayBuffer[]) {
    this.#sections = sections.toReversed();
  }

  /** @throws RangeError if the file has no further section, or one of other numbers. */
  numbers<A extends Numbers>(type: NumbersType<A>): A {
    const section = this.#sections.pop();
    if (!section) throw new RangeError('The snapshot ends too early.');
    return new type(section);
  }

  /** In steps, because there can be millions. */
  *texts(): Generator<void, string[]> {
    const ends = this.numbers(Float64Array);
    const bytes = Buffer.from(this.numbers(Uint8Array).buffer);
    const texts: string[] = new Array(ends.length);
    let start = 0;
    for (let index = 0; index < ends.length; index += 1) {
      const end = ends[index] as number;
      texts[index] = bytes.toString('utf8', start, end);
      start = end;
      if (index % SLICE === SLICE - 1) yield;
    }
    return texts;
  }

  json(): unknown {
    return JSON.parse(Buffer.from(this.numbers(Uint8Array).buffer).toString());
  }
}

/** Reads the sections of a file one by one, and leaves the event loop free in between. */
class SectionReader {
  readonly #file: FileHandle;
  readonly #size: number;
  #position = 0;
  #checksum = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** @throws RangeError if the file is damaged. */
  async next(): Promise<ArrayBuffer> {
    const [length = Number.NaN] = new Float64Array(await this.#read(HEADER_BYTES));
    return this.#read(length);
  }

  /** All that follow. Undefined if the file does not say what was written. */
  async rest(): Promise<ArrayBuffer[] | undefined> {
    const sections: ArrayBuffer[] = [];
    const end = this.#size - HEADER_BYTES - Uint32Array.BYTES_PER_ELEMENT;
    while (this.#position < end) sections.push(await this.next());
    const expected = this.#checksum;
    const [checksum] = new Uint32Array(await this.next());
    return checksum === expected && this.#position === this.#size ? sections : undefined;
  }

  async #read(length: number): Promise<ArrayBuffer> {
    if (!(length <= this.#size - this.#position)) throw new RangeError('The snapshot ends too early.');
    const bytes = new Uint8Array(new ArrayBuffer(length));
    for (const piece of piecesOf(bytes)) {
      for (let at = 0; at < piece.length; ) {
        const { bytesRead } = await this.#file.read(piece, at, piece.length - at, this.#position);
        if (bytesRead === 0) throw new RangeError('The snapshot ends too early.');
        at += bytesRead;
        this.#position += bytesRead;
      }
      this.#checksum = crc32(piece, this.#checksum);
    }
    return bytes.buffer;
  }
}

/**
 * Replaces a snapshot; a crash leaves the one before. Processes that share the file can write it at the same time. The numbers must
 * not change until the end.
 * @param key what the snapshot depends on, for `readSnapshot`
 * @param save in steps if it takes long
 */
export async function writeSnapshot(
  path: string,
  key: string,
  save: (to: SnapshotWriter) => Iterable<void> | void,
): Promise<void> {
  const writer = new SnapshotWriter();
  writer.json(key);
  await runInSlices(save(writer) ?? []);
  await mkdir(dirname(path), { recursive: true });
  const unfinished = unfinishedName(path);
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await writer.writeTo(file);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Reads a snapshot with the same key. What `load` has read may be used only if the result is true.
 * @returns false if there is none, or if it has another key or is damaged
 */
export async function readSnapshot(
  path: string,
  key: string,
  load: (from: SnapshotReader) => Iterable<void> | void,
): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return false;
  try {
    const reader = new SectionReader(file, (await file.stat()).size);
    if (JSON.parse(Buffer.from(await reader.next()).toString()) !== key) return false;
    const sections = await reader.rest();
    if (!sections) return false;
    await runInSlices(load(new SnapshotReader(sections)) ?? []);
    return true;
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return false;
    throw error;
  } finally {
    await file.close();
  }
}
