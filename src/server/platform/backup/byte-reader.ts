/** Message of a stream that ends too early. */
export const INCOMPLETE = 'The file is incomplete';

/** Reads a stream in pieces of a wanted size. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @throws when the stream ends before. */
  async read(size: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stream(size)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** The next `size` bytes, in chunks as they come. */
  async *stream(size: number): AsyncGenerator<Buffer> {
    let missing = size;
    while (missing > 0) {
      if (this.#buffered.length === 0) {
        const { done, value } = await this.#source.next();
        if (done) throw new Error(INCOMPLETE);
        this.#buffered = value;
      }
      const chunk = this.#buffered.subarray(0, missing);
      this.#buffered = this.#buffered.subarray(chunk.length);
      missing -= chunk.length;
      yield chunk;
    }
  }

  /** Reads to the end of the stream. */
  async drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }
}
