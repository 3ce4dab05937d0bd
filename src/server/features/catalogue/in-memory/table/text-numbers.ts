/** Numbers the texts that products have, from 1. Texts that are no longer used are deleted, and their numbers are reused. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #texts: (string | undefined)[] = [undefined];
  /** How many products have each text. */
  readonly #uses: number[] = [0];
  readonly #free: number[] = [];

  /** One more than the highest number. */
  get end(): number {
    return this.#texts.length;
  }

  numberOf(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  textOf(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** Counts one more product with this text. @returns its number */
  use(text: string): number {
    const known = this.#numbers.get(text);
    const number = known ?? this.#free.pop() ?? this.end;
    if (known === undefined) {
      this.#numbers.set(text, number);
      this.#texts[number] = text;
    }
    this.#uses[number] = (this.#uses[number] ?? 0) + 1;
    return number;
  }

  /** A product no longer has this text. */
  release(number: number): void {
    const uses = (this.#uses[number] ?? 0) - 1;
    if (uses < 0) return;
    this.#uses[number] = uses;
    if (uses > 0) return;
    this.#numbers.delete(this.textOf(number));
    this.#texts[number] = undefined;
    this.#free.push(number);
  }
}
