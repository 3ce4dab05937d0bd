import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';

const MAX_SYMBOLS = 255;
/** In bytes. */
export const MAX_SYMBOL_LENGTH = 8;
/** The next byte stands for itself, because no symbol matches there. */
const ESCAPE = 255;
/** Each round joins symbols of the round before, so that the last ones have up to eight bytes. */
const ROUNDS = 5;
const BYTES = 256;
const NONE = -1;

/**
 * Compresses short texts one by one: each byte of a compressed text stands for a symbol of up to eight bytes, of which there
 * are 255 (FSST: Boncz, Neumann and Leis, "Fast Random Access String Compression", VLDB 2020). Symbols that are strings have one
 * byte per character.
 */
export class SymbolTable {
  /** Bytes of each symbol, and their number. */
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;
  #trie: Trie | undefined;

  private constructor(bytes: Uint8Array, lengths: Uint8Array) {
    this.#bytes = bytes;
    this.#lengths = lengths;
  }

  /** Learns the symbols from texts like those to compress; yields to other work. */
  static *train(texts: readonly Buffer[]): Generator<void, SymbolTable> {
    let table = SymbolTable.#of([]);
    for (let round = 0; round < ROUNDS; round += 1) {
      table = SymbolTable.#of(table.#improvedSymbols(texts));
      yield;
    }
    return table;
  }

  static load(from: SnapshotReader): SymbolTable {
    return new SymbolTable(from.numbers(Uint8Array), from.numbers(Uint8Array));
  }

  static #of(symbols: readonly string[]): SymbolTable {
    const bytes = Buffer.alloc(symbols.length * MAX_SYMBOL_LENGTH);
    for (const [code, symbol] of symbols.entries()) bytes.write(symbol, code * MAX_SYMBOL_LENGTH, 'latin1');
    return new SymbolTable(
      bytes,
      Uint8Array.from(symbols, ({ length }) => length),
    );
  }

  save(to: SnapshotWriter): void {
    to.numbers(this.#bytes);
    to.numbers(this.#lengths);
  }

  /** Writes a compressed text of at most twice its length. @returns its end in `into` */
  compress(text: Buffer, into: Uint8Array, start: number): number {
    this.#trie ??= new Trie(this.#symbols());
    let end = start;
    for (let at = 0; at < text.length; ) {
      const code = this.#trie.longest(text, at);
      into[end] = code;
      end += 1;
      if (code === ESCAPE) {
        into[end] = text[at] as number;
        end += 1;
      }
      at += code === ESCAPE ? 1 : (this.#lengths[code] as number);
    }
    return end;
  }

  /** Writes the text of the compressed bytes between two places of `from`. @returns its length */
  decompress(from: Uint8Array, start: number, end: number, into: Uint8Array): number {
    let length = 0;
    for (let at = start; at < end; at += 1) {
      const code = from[at] as number;
      if (code === ESCAPE) {
        at += 1;
        into[length] = from[at] as number;
        length += 1;
        continue;
      }
      const symbol = code * MAX_SYMBOL_LENGTH;
      const symbolLength = this.#lengths[code] as number;
      for (let i = 0; i < symbolLength; i += 1) into[length + i] = this.#bytes[symbol + i] as number;
      length += symbolLength;
    }
    return length;
  }

  /** Frees the trie, which takes a megabyte. The next compression creates it again. */
  forgetTrie(): void {
    this.#trie = undefined;
  }

  #symbols(): string[] {
    const bytes = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    return Array.from(this.#lengths, (length, code) =>
      bytes.toString('latin1', code * MAX_SYMBOL_LENGTH, code * MAX_SYMBOL_LENGTH + length),
    );
  }

  /** The next symbols: those of the current ones, single bytes, and pairs of these that would replace the most bytes of the texts. */
  #improvedSymbols(texts: readonly Buffer[]): string[] {
    const trie = new Trie(this.#symbols());
    const gains = new Map<string, number>();
    const count = (symbol: string): void => void gains.set(symbol, (gains.get(symbol) ?? 0) + symbol.length);
    for (const text of texts) {
      let previous = '';
      for (let at = 0; at < text.length; ) {
        const code = trie.longest(text, at);
        const symbol = text.toString('latin1', at, at + (code === ESCAPE ? 1 : (this.#lengths[code] as number)));
        count(symbol);
        // Its first byte alone can save more than the whole symbol.
        if (symbol.length > 1) count(symbol.slice(0, 1));
        if (previous !== '' && previous.length + symbol.length <= MAX_SYMBOL_LENGTH) count(previous + symbol);
        previous = symbol;
        at += symbol.length;
      }
    }
    const best = [...gains].sort(([one, gain], [other, otherGain]) => otherGain - gain || (one < other ? -1 : 1));
    return best.slice(0, MAX_SYMBOLS).map(([symbol]) => symbol);
  }
}

/** Finds the longest symbol at a place of a text. */
class Trie {
  /** The next node, by node and byte. */
  readonly #children: Int16Array;
  /** The symbol that ends in a node. */
  readonly #codes: Int16Array;

  constructor(symbols: readonly string[]) {
    const maxNodes = 1 + symbols.reduce((sum, { length }) => sum + length, 0);
    this.#children = new Int16Array(maxNodes * BYTES).fill(NONE);
    this.#codes = new Int16Array(maxNodes).fill(ESCAPE);
    let nodes = 1;
    for (const [code, symbol] of symbols.entries()) {
      let node = 0;
      for (const byte of Buffer.from(symbol, 'latin1')) {
        const edge = node * BYTES + byte;
        if (this.#children[edge] === NONE) {
          this.#children[edge] = nodes;
          nodes += 1;
        }
        node = this.#children[edge] as number;
      }
      this.#codes[node] = code;
    }
  }

  longest(text: Uint8Array, start: number): number {
    let node = 0;
    let code = ESCAPE;
    for (let at = start; at < text.length; at += 1) {
      node = this.#children[node * BYTES + (text[at] as number)] as number;
      if (node === NONE) break;
      const ending = this.#codes[node] as number;
      if (ending !== ESCAPE) code = ending;
    }
    return code;
  }
}
