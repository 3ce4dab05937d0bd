import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import {
  type CustomValue,
  type CustomValuesChange,
  dayNumber,
  fromThousandths,
  MAX_CUSTOM_NUMBER,
  thousandths,
} from '#domain/catalogue/custom-values.ts';
import { filterValueOf, MAX_FACET_VALUES } from '#domain/catalogue/filter-values.ts';
import type { CatalogueFacets, CustomCondition } from '../../search-engine.ts';
import { isWithin, type Range, rangeBetween } from './range.ts';
import { TextNumbers } from './text-numbers.ts';

type CustomFacet = CatalogueFacets['custom'][number];

const MAX_NUMBER = thousandths(MAX_CUSTOM_NUMBER);
const MIN_NUMBER = -MAX_NUMBER;
/** No value: below every number, without overflowing 32-bit differences. */
const NO_NUMBER = MIN_NUMBER - 1;
/** No choice or text; both are numbered from 1. */
const NO_CHOICE = 0;

const isMeasured = ({ kind }: CustomField): boolean => kind === 'number' || kind === 'date';

/** Fields with the same signature have the same numbers for every product. */
const signatureOf = ({ key, kind, category, choices }: CustomField): string =>
  JSON.stringify([
    key,
    kind,
    category?.id,
    category?.below.map(({ id }) => id),
    choices.map(({ value }) => value).sort(),
  ]);

/** The values of one filter field, as a number per slot. */
class CustomColumn {
  field: CustomField;
  numbers: Int32Array;
  /** Of choices, flags and texts. */
  readonly #choices = new TextNumbers();

  constructor(field: CustomField, size: number) {
    this.field = field;
    this.numbers = new Int32Array(size).fill(this.#none);
  }

  get #none(): number {
    return isMeasured(this.field) ? NO_NUMBER : NO_CHOICE;
  }

  isSame(slot: number, categoryId: number, stored: CustomValuesChange): boolean {
    const value = filterValueOf(this.field, stored, categoryId);
    return this.numbers[slot] === this.#numberOf(value, (text) => this.#choices.numberOf(text));
  }

  write(slot: number, categoryId: number, stored: CustomValuesChange): void {
    const value = filterValueOf(this.field, stored, categoryId);
    const before = this.numbers[slot] as number;
    this.numbers[slot] = this.#numberOf(value, (text) => this.#choices.use(text)) ?? this.#none;
    this.#release(before);
  }

  clear(slot: number): void {
    const before = this.numbers[slot] as number;
    this.numbers[slot] = this.#none;
    this.#release(before);
  }

  grow(size: number): void {
    const larger = new Int32Array(size).fill(this.#none);
    larger.set(this.numbers);
    this.numbers = larger;
  }

  rangeOf(condition: CustomCondition): Range {
    if ('values' in condition) {
      const allowed = new Uint8Array(this.#choices.end);
      for (const number of this.#chosen(condition)) allowed[number] = 1;
      return { column: this.numbers, min: 0, width: 0, allowed };
    }
    const scale = this.field.kind === 'number' ? thousandths : Math.trunc;
    const min = condition.min === undefined ? MIN_NUMBER : scale(condition.min);
    const max = condition.max === undefined ? MAX_NUMBER : scale(condition.max);
    return rangeBetween(this.numbers, min, max, MIN_NUMBER, MAX_NUMBER);
  }

  counter(condition: CustomCondition | undefined, code: number): FacetCounter {
    const range = condition && this.rangeOf(condition);
    const { numbers } = this;
    const counts = new Int32Array(this.#choices.end);
    /** Numbers with a count. A field can have many more texts than the list. */
    const found: number[] = [];
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    const count = (slots: Int32Array, missed: Int32Array) => {
      for (let i = 0; i < slots.length; i += 1) {
        if (missed[i] !== 0 && missed[i] !== code) continue;
        const number = numbers[slots[i] as number] as number;
        const known = counts[number] as number;
        if (known === 0) found.push(number);
        counts[number] = known + 1;
      }
    };
    const measure = (slots: Int32Array, missed: Int32Array) => {
      for (let i = 0; i < slots.length; i += 1) {
        if (missed[i] !== 0 && missed[i] !== code) continue;
        const number = numbers[slots[i] as number] as number;
        if (number === NO_NUMBER) continue;
        if (number < min) min = number;
        if (number > max) max = number;
      }
    };
    const fromStored = this.field.kind === 'number' ? fromThousandths : (day: number) => day;
    return {
      code,
      hasCondition: condition !== undefined,
      isMissed: (slot) => range !== undefined && !isWithin(range, slot),
      count: isMeasured(this.field) ? measure : count,
      facet: () => ({
        key: this.field.key,
        counts: this.#shown(found, counts, condition).map((number) => ({
          value: this.#choices.textOf(number),
          count: counts[number] as number,
        })),
        range: min > max ? null : { min: fromStored(min), max: fromStored(max) },
      }),
    };
  }

  /** @returns undefined for a text without a number */
  #numberOf(value: CustomValue | undefined, numberOfText: (text: string) => number | undefined): number | undefined {
    if (value === undefined) return this.#none;
    if (this.field.kind === 'number') return thousandths(Number(value));
    if (this.field.kind === 'date') return dayNumber(String(value)) ?? NO_NUMBER;
    return numberOfText(String(value));
  }

  #release(number: number): void {
    if (!isMeasured(this.field)) this.#choices.release(number);
  }

  #chosen(condition: CustomCondition | undefined): number[] {
    if (!condition || !('values' in condition)) return [];
    return condition.values.flatMap((value) => this.#choices.numberOf(value) ?? []);
  }

  /** The numbers whose counts a facet has: all, or the most frequent texts and the chosen ones. */
  #shown(found: readonly number[], counts: Int32Array, condition: CustomCondition | undefined): number[] {
    const numbers = found.filter((number) => number !== NO_CHOICE);
    if (this.field.kind !== 'text') return numbers;
    const chosen = this.#chosen(condition).filter((number) => (counts[number] as number) > 0);
    return [...new Set([...this.#mostFrequent(numbers, counts), ...chosen])];
  }

  /** Without sorting all texts: there can be one for each product. */
  #mostFrequent(numbers: readonly number[], counts: Int32Array): number[] {
    const isBefore = (one: number, other: number): boolean => {
      const difference = (counts[one] as number) - (counts[other] as number);
      return difference > 0 || (difference === 0 && this.#choices.textOf(one) < this.#choices.textOf(other));
    };
    const first: number[] = [];
    for (const number of numbers) {
      const last = first[MAX_FACET_VALUES - 1];
      if (last !== undefined && !isBefore(number, last)) continue;
      const place = first.findIndex((other) => isBefore(number, other));
      first.splice(place < 0 ? first.length : place, 0, number);
      first.length = Math.min(first.length, MAX_FACET_VALUES);
    }
    return first;
  }
}

/** Counts one field among products. */
export interface FacetCounter {
  /** Identifies the condition on this field among the conditions that a product can miss. */
  readonly code: number;
  readonly hasCondition: boolean;
  /** Whether the product in a slot misses the condition on this field. */
  readonly isMissed: (slot: number) => boolean;
  /** Counts the products that miss no condition, or only the one on this field. @param missed the code of the missed one, or 0 */
  readonly count: (slots: Int32Array, missed: Int32Array) => void;
  readonly facet: () => CustomFacet;
}

/** The columns of all filter fields; empty without any. */
export class CustomColumns {
  #columns: readonly CustomColumn[] = [];
  #signature = '[]';

  get isEmpty(): boolean {
    return this.#columns.length === 0;
  }

  /**
   * Applies changed definitions.
   * @param size of the other columns
   * @returns whether all products must be read again.
   */
  setFields(fields: readonly CustomField[], size: number): boolean {
    const signature = JSON.stringify(fields.map(signatureOf).sort());
    const isOther = signature !== this.#signature;
    this.#signature = signature;
    this.#columns = fields.map((field) => {
      // Until products are read again, stale values are better than none.
      const known = this.#columns.find((column) => column.field.key === field.key && column.field.kind === field.kind);
      if (!known) return new CustomColumn(field, size);
      known.field = field;
      return known;
    });
    return isOther && fields.length > 0;
  }

  /** Whether writing these values would change nothing. */
  isSame(slot: number, categoryId: number, stored: CustomValuesChange): boolean {
    return this.#columns.every((column) => column.isSame(slot, categoryId, stored));
  }

  write(slot: number, categoryId: number, stored: CustomValuesChange): void {
    for (const column of this.#columns) column.write(slot, categoryId, stored);
  }

  /** The product has left its slot. */
  clear(slot: number): void {
    for (const column of this.#columns) column.clear(slot);
  }

  grow(size: number): void {
    for (const column of this.#columns) column.grow(size);
  }

  /** Undefined for a field without a column. */
  rangeOf(condition: CustomCondition): Range | undefined {
    return this.#columns.find(({ field }) => field.key === condition.key)?.rangeOf(condition);
  }

  /** A counter per field, in the order of the definitions. @param firstCode of the first one; the others count up from it */
  counters(conditions: readonly CustomCondition[], firstCode: number): FacetCounter[] {
    return this.#columns.map((column, at) =>
      column.counter(
        conditions.find(({ key }) => key === column.field.key),
        firstCode + at,
      ),
    );
  }
}
