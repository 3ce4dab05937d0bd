import { createHash } from 'node:crypto';

const NEWLINE = 0x0a;
const LANES = 8;

/**
 * A digest of the rows of a table that does not depend on their order, which a restored table need not have: their number
 * and the sum of the SHA-256 of each row.
 */
export class RowDigest {
  readonly #sum = new Uint32Array(LANES);
  #rest: Buffer[] = [];
  #rows = 0;

  /** Adds text of COPY, cut anywhere. Its rows end with a newline and contain none. */
  update(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(start)));
  }

  #add(end: Buffer): void {
    const hash = createHash('sha256');
    for (const part of this.#rest.splice(0)) hash.update(part);
    const digest = hash.update(end).digest();
    this.#rows += 1;
    for (let lane = 0; lane < LANES; lane += 1) {
      this.#sum[lane] = ((this.#sum[lane] ?? 0) + digest.readUInt32LE(lane * 4)) >>> 0;
    }
  }

  toString(): string {
    return `${this.#rows} ${Buffer.from(this.#sum.buffer).toString('hex')}`;
  }
}
