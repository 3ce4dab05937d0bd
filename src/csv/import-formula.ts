import { cutText, shortenText } from '#domain/cut-text.ts';

/** A fraction of integers: formulas are computed exactly, without rounding before the end. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Why something cannot be computed, in a sentence. */
export interface FormulaProblem {
  readonly problem: string;
}

export type CellReader = (column: string) => string;
export type DecimalSign = '.' | ',';

type Result = Fraction | FormulaProblem;
type Term = (cellOf: CellReader) => Result;

const isProblem = (result: Result): result is FormulaProblem => 'problem' in result;

/** Longer formulas are no pricing rules. */
const MAX_LENGTH = 200;
const MAX_DIGITS = 15;

const PLAIN = {
  '.': /^-?(?:\d{1,3}(?:[,\s'’]\d{3})+|\d+)(?:\.\d+)?$/u,
  ',': /^-?(?:\d{1,3}(?:[.\s'’]\d{3})+|\d+)(?:,\d+)?$/u,
} as const;

/**
 * A number as people and spreadsheets write it (`$1,234.50`, `1.234,50 €`), as plain digits with a decimal point.
 * @returns undefined for anything else.
 */
export function plainNumber(text: string, decimal: DecimalSign = '.'): string | undefined {
  const bare = text.replace(/\p{Sc}/gu, '').trim();
  if (bare.length > MAX_DIGITS * 2 || !PLAIN[decimal].test(bare)) return undefined;
  const other = decimal === '.' ? /[,\s'’]/gu : /[.\s'’]/gu;
  return bare.replace(other, '').replace(',', '.');
}

function fraction(plain: string): Fraction {
  const [whole = '', decimals = ''] = plain.split('.');
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

const OPERATIONS = {
  '+': (a, b) => ({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }),
  '-': (a, b) => ({
    numerator: a.numerator * b.denominator - b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }),
  '*': (a, b) => ({ numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }),
  '/': (a, b) =>
    b.numerator === 0n
      ? { problem: 'The formula divides by 0.' }
      : b.numerator < 0n
        ? { numerator: -a.numerator * b.denominator, denominator: a.denominator * -b.numerator }
        : { numerator: a.numerator * b.denominator, denominator: a.denominator * b.numerator },
} satisfies Record<string, (a: Fraction, b: Fraction) => Result>;
type Operator = keyof typeof OPERATIONS;

/** Operators as people write them. */
const WRITTEN: Readonly<Record<string, Operator>> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  '/': '/',
  '÷': '/',
};

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|\{([^{}]+)\}|([\p{L}_][\p{L}\p{N}_]*)|([-+−*×·/÷()]))/uy;

interface Token {
  readonly kind: 'number' | 'column' | 'sign';
  readonly text: string;
}

class FormulaError extends Error {}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const text = formula.trimEnd();
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [, number, braced, bare, sign] = TOKEN.exec(text) ?? [];
    const column = braced?.trim() ?? bare;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (column !== undefined) tokens.push({ kind: 'column', text: column });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else throw new FormulaError(`The formula cannot be read from “${cutText(text.slice(at).trim(), 20)}” on.`);
  }
  return tokens;
}

/** Parses `a × 0.05 + (b − 1)` with the usual precedence. */
class FormulaReader {
  readonly #tokens: readonly Token[];
  readonly #columns: ReadonlySet<string>;
  readonly #decimal: DecimalSign;
  #at = 0;

  constructor(tokens: readonly Token[], columns: ReadonlySet<string>, decimal: DecimalSign) {
    this.#tokens = tokens;
    this.#columns = columns;
    this.#decimal = decimal;
  }

  read(): Term {
    const term = this.#sum();
    const rest = this.#tokens[this.#at];
    if (rest) throw new FormulaError(`There is a “${rest.text}” too many in the formula.`);
    return term;
  }

  #sum(): Term {
    return this.#chain(['+', '-'], () => this.#product());
  }

  #product(): Term {
    return this.#chain(['*', '/'], () => this.#single());
  }

  #chain(operators: readonly Operator[], next: () => Term): Term {
    let left = next();
    for (;;) {
      const sign = this.#tokens[this.#at];
      const operator = sign?.kind === 'sign' ? WRITTEN[sign.text] : undefined;
      if (operator === undefined || !operators.includes(operator)) return left;
      this.#at += 1;
      left = combined(left, operator, next());
    }
  }

  #single(): Term {
    const token = this.#tokens[this.#at];
    if (!token) throw new FormulaError('The formula ends too early.');
    this.#at += 1;
    if (token.kind === 'number') {
      const number = fraction(token.text);
      return () => number;
    }
    if (token.kind === 'column') return this.#column(token.text);
    if (token.text === '(') return this.#bracketed();
    if (WRITTEN[token.text] === '-') return combined(() => ({ numerator: 0n, denominator: 1n }), '-', this.#single());
    throw new FormulaError(`A number or a column is missing before “${token.text}” in the formula.`);
  }

  #bracketed(): Term {
    const inner = this.#sum();
    if (this.#tokens[this.#at]?.text !== ')') throw new FormulaError('A closing bracket is missing in the formula.');
    this.#at += 1;
    return inner;
  }

  #column(name: string): Term {
    if (!this.#columns.has(name)) throw new FormulaError(`The file has no column “${name}”.`);
    const decimal = this.#decimal;
    return (cellOf) => {
      const cell = cellOf(name).trim();
      if (cell === '') return { problem: `The column “${name}” is empty in this row.` };
      const plain = plainNumber(cell, decimal);
      return plain === undefined
        ? { problem: `“${shortenText(cell, 40)}” in “${name}” is not a number.` }
        : fraction(plain);
    };
  }
}

function combined(left: Term, operator: Operator, right: Term): Term {
  return (cellOf) => {
    const a = left(cellOf);
    if (isProblem(a)) return a;
    const b = right(cellOf);
    return isProblem(b) ? b : OPERATIONS[operator](a, b);
  };
}

/** The value of a formula for one row, rounded half up to the given decimals. */
export type Formula = (cellOf: CellReader) => string | FormulaProblem;

/**
 * A formula such as `pages × 0.05 + 4` or `{List price} / 1.19`, computed exactly and rounded once, at the end.
 * @param columns that it may name; names with characters other than letters, digits and `_` are in braces.
 * @param decimals of the result, such as 2 for an amount of money.
 */
export function readFormula(
  text: string,
  columns: ReadonlySet<string>,
  { decimals, decimal }: { readonly decimals: number; readonly decimal: DecimalSign },
): Formula | FormulaProblem {
  if (text.trim() === '') return { problem: 'Please enter a formula.' };
  if (text.length > MAX_LENGTH) return { problem: `A formula has at most ${MAX_LENGTH} characters.` };
  try {
    const term = new FormulaReader(tokensOf(text), columns, decimal).read();
    return (cellOf) => {
      const result = term(cellOf);
      return isProblem(result) ? result : rounded(result, decimals);
    };
  } catch (error) {
    if (error instanceof FormulaError) return { problem: error.message };
    throw error;
  }
}

/** Half up, away from zero: 4.005 is 4.01. */
function rounded({ numerator, denominator }: Fraction, decimals: number): string {
  const sign = numerator < 0n ? '-' : '';
  const size = numerator < 0n ? -numerator : numerator;
  const units = (2n * size * 10n ** BigInt(decimals) + denominator) / (2n * denominator);
  const digits = String(units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return /[1-9]/.test(text) ? sign + text : text;
}
