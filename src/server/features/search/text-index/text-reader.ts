import { readMeasures } from '#domain/search/measure.ts';
import { joinedKind, joinedKindsOf, thingsOfName } from '../words/things-of-name.ts';
import { compoundsOf, headOfName, indexedWords, STOP_WORDS } from '../words/words.ts';
import { AsciiWords } from './ascii-words.ts';
import { HEAD_OF_NAME, THING_IN_NAME } from './score-tables.ts';
import { KEY_SIGN } from './term-groups.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The searchable texts of a product: its name, and others by the names of their weights. */
export interface SearchableText {
  readonly name: string;
  /** What it has that is asked for by filters of a search text: its colours and sizes. */
  readonly keys?: readonly string[];
  readonly [field: string]: string | readonly string[] | undefined;
}

/** The distinct words of a text as numbers, those of the name first. */
export interface ReadText {
  readonly words: ArrayLike<number>;
  /** For each word: the combined weights of the fields that contain it. */
  readonly impacts: ArrayLike<number>;
  /** How many of the words are in the name. */
  readonly nameLength: number;
}

/** The highest weight. */
export const NAME_WEIGHT = 128;
/** How much a colour or a size counts: as much as a tag. */
const KEY_WEIGHT = 32;

/**
 * The words of a tag before its last one count no more than a short description: 'table tennis' is no table. A kind of several
 * words, such as 'smoke alarm', is also indexed as one word.
 */
const DESCRIBING_WEIGHT = 16;

/** The parts of a field, with the weight of each. */
export function weighted(field: string, text: string, weight: number): (readonly [text: string, weight: number])[] {
  const space = field === 'tags' ? text.trim().lastIndexOf(' ') : -1;
  if (space < 0) return [[text, weight]];
  const kind = joinedKind(text);
  return [
    [text.slice(0, space), DESCRIBING_WEIGHT],
    [text.slice(space), weight],
    ...(kind === undefined ? [] : [[kind, weight] as const]),
  ];
}

/** Reads texts as word numbers, and adds new words to a vocabulary. */
export class TextReader {
  readonly #vocabulary: Vocabulary;
  readonly #weights: readonly (readonly [field: string, weight: number])[];
  readonly #onNewWord: (word: string) => void;
  readonly #ascii = new AsciiWords();
  /** Scratch memory by word number: fields of the current text that contain it. All zero between texts. */
  #marks = new Uint8Array(1024);

  /**
   * @param vocabulary still empty
   * @param weights powers of two below that of the name, by field. Each exceeds the sum of all lower ones: a word in
   * the name ranks above a word in all other fields.
   */
  constructor(
    vocabulary: Vocabulary,
    weights: Readonly<Record<string, number>>,
    onNewWord: (word: string) => void = () => undefined,
  ) {
    this.#vocabulary = vocabulary;
    this.#weights = Object.entries(weights).filter(([field]) => field !== 'name');
    this.#onNewWord = onNewWord;
    // Added first, so that a lower number identifies them without a lookup.
    for (const word of STOP_WORDS) this.numberOf(word);
  }

  read(text: SearchableText): ReadText {
    if (this.#marks.length < this.#vocabulary.size) this.#marks = new Uint8Array(this.#vocabulary.size * 2);
    const words: number[] = [];
    this.#gather(words, text.name, NAME_WEIGHT);
    const nameLength = words.length;
    this.#markThings(words, text.name);
    for (const [field, weight] of this.#weights) {
      for (const part of [text[field] ?? []].flat())
        for (const [piece, counted] of weighted(field, part, weight)) this.#gather(words, piece, counted);
    }
    for (const key of text.keys ?? []) this.#mark(words, this.numberOf(KEY_SIGN + key), KEY_WEIGHT);
    const impacts = words.map((word) => this.#marks[word] as number);
    for (const word of words) this.#marks[word] = 0;
    return { words, impacts, nameLength };
  }

  /** The number of a word, new or known. */
  numberOf(word: string): number {
    return this.#vocabulary.numberOf(word) ?? this.#addWord(word);
  }

  #gather(words: number[], text: string, weight: number): void {
    const ascii = this.#ascii;
    if (ascii.open(text)) {
      while (ascii.next()) this.#markWord(words, this.#vocabulary.numberOfAscii(ascii, this.#addWord), weight);
      if (text.includes('-'))
        for (const word of compoundsOf(text.toLowerCase())) this.#markWord(words, this.numberOf(word), weight);
    } else {
      for (const word of indexedWords(text)) this.#markWord(words, this.numberOf(word), weight);
    }
    for (const { key } of readMeasures(text))
      this.#mark(words, this.numberOf(KEY_SIGN + key), weight & ~NAME_WEIGHT || KEY_WEIGHT);
  }

  /** Stop words count in names only. */
  #markWord(words: number[], number: number, weight: number): void {
    if (number >= STOP_WORDS.size || weight === NAME_WEIGHT) this.#mark(words, number, weight);
  }

  #mark(words: number[], number: number, weight: number): void {
    const mark = this.#marks[number] as number;
    if (mark === 0) words.push(number);
    this.#marks[number] = mark | weight;
  }

  readonly #addWord = (word: string): number => {
    const number = this.#vocabulary.add(word);
    this.#onNewWord(word);
    if (number === this.#marks.length) {
      const larger = new Uint8Array(this.#marks.length * 2);
      larger.set(this.#marks);
      this.#marks = larger;
    }
    return number;
  };

  /** Of a text whose name is gathered already. */
  #markThings(words: number[], name: string): void {
    const head = headOfName(name);
    if (head !== undefined) this.#addMark(head, HEAD_OF_NAME);
    const things = thingsOfName(name);
    for (const thing of things) this.#addMark(thing, THING_IN_NAME);
    for (const { joined, last } of joinedKindsOf(name)) {
      this.#markWord(words, this.numberOf(joined), NAME_WEIGHT);
      if (last === head || things.includes(last)) this.#addMark(joined, THING_IN_NAME);
    }
  }

  /** Adds a mark to a word that is marked already. */
  #addMark(word: string, mark: number): void {
    const number = this.#vocabulary.numberOf(word);
    if (number !== undefined && this.#marks[number] !== 0) this.#marks[number] = (this.#marks[number] as number) | mark;
  }
}
