import type { CustomValues } from '../catalogue/custom-values.ts';
import { type Cents, multiplyMoney } from '../money/money.ts';
import type { PriceAdjustment } from '../money/price-adjustments.ts';

export interface OptionChoice {
  /** Lower case letters, digits and hyphens. */
  readonly value: string;
  readonly label: string;
  /** Cents, at least 0. */
  readonly price?: Cents;
}

interface OptionBase {
  /** Lower case letters, digits and hyphens. */
  readonly key: string;
  /** Label for shoppers. */
  readonly label: string;
  /** Whether its price is per unit or per line; default: per line. */
  readonly per?: 'unit' | 'line';
  /** Key of a custom field of the kind `flag`: the option is offered on lines whose product has it set. Default: on all lines. */
  readonly productFlag?: string;
}

/** An option of cart lines, declared by a plug-in. */
export type LineOption =
  /** Ticked or not. */
  | (OptionBase & { readonly kind: 'flag'; readonly price?: Cents })
  /** One of several, or none. */
  | (OptionBase & { readonly kind: 'choice'; readonly choices: readonly OptionChoice[] })
  /** A line of text, or none. */
  | (OptionBase & { readonly kind: 'text'; readonly maxLength: number; readonly price?: Cents });

/** What is stored for a line: by `<plugin>:<option>`. The label names it once the plug-in is gone. */
export type ChosenOptions = Readonly<Record<string, { readonly label: string; readonly value: string }>>;

/** What a flag is stored as. */
export const FLAG_SET = 'yes';
/** The longest text that an option can take. */
export const MAX_OPTION_TEXT = 200;
/** The most options of a line, those of all plug-ins. */
export const MAX_LINE_OPTIONS = 20;

/** The plug-in of a stored key, `<plugin>:<option>`. */
export const ownerOfOption = (key: string): string => key.slice(0, key.indexOf(':'));

const KEY = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
const MAX_LABEL = 100;

/** Whether a plug-in can use this key for an option or a choice. */
export const isOptionKey = (key: string): boolean => KEY.test(key);
/** Whether a plug-in can use this label for an option. */
export const isOptionLabel = (label: string): boolean => label.trim() !== '' && label.length <= MAX_LABEL;

/** Cents per unit or line, see {@link LineOption.per}; undefined for an invalid value. */
function priceOf(option: LineOption, value: string): Cents | undefined {
  if (option.kind === 'choice') {
    const choice = option.choices.find((one) => one.value === value);
    return choice && (choice.price ?? 0);
  }
  const isPossible = option.kind === 'flag' ? value === FLAG_SET : value.length <= option.maxLength;
  return isPossible ? (option.price ?? 0) : undefined;
}

/** Why a value is invalid, as a form message; undefined when valid. */
function problemOf(option: LineOption, value: string): string | undefined {
  if (priceOf(option, value) !== undefined) return undefined;
  if (option.kind === 'text') return `Please enter at most ${option.maxLength} characters.`;
  return option.kind === 'flag' ? `Must be "${FLAG_SET}", or null.` : 'Please choose one of the offered values.';
}

/**
 * Validates requested options against those offered.
 * @param wanted by key; null or an empty text means none.
 * @returns what to store, and messages by key.
 */
export function chooseOptions(
  wanted: Readonly<Record<string, string | null>>,
  offered: readonly LineOption[],
): { readonly chosen: ChosenOptions; readonly problems: Readonly<Record<string, string>> } {
  const chosen: Record<string, { label: string; value: string }> = {};
  const problems: Record<string, string> = {};
  for (const [key, value] of Object.entries(wanted)) {
    const option = offered.find((one) => one.key === key);
    const problem = !option ? 'This option is not offered.' : value ? problemOf(option, value) : undefined;
    if (problem !== undefined) problems[key] = problem;
    else if (option && value) chosen[key] = { label: option.label, value };
  }
  return { chosen, problems };
}

/** The options that a line with this product offers. */
export function optionsOfProduct(options: readonly LineOption[], custom: CustomValues): readonly LineOption[] {
  return options.filter(({ productFlag }) => productFlag === undefined || custom[productFlag] === true);
}

interface PricedOptions {
  readonly adjustments: readonly PriceAdjustment[];
  /** Values of the chosen options that are still offered, by key. */
  readonly values: Readonly<Record<string, string>>;
  /** Labels of those no longer offered, which cost nothing. */
  readonly unavailable: readonly string[];
}

/** The current price of a line's options. */
export function priceOptions(chosen: ChosenOptions, offered: readonly LineOption[], quantity: number): PricedOptions {
  const adjustments: PriceAdjustment[] = [];
  const values: Record<string, string> = {};
  for (const option of offered) {
    const value = chosen[option.key]?.value;
    const price = value === undefined ? undefined : priceOf(option, value);
    if (value === undefined || price === undefined) continue;
    const amount = option.per === 'unit' ? multiplyMoney(price, quantity) : price;
    values[option.key] = value;
    adjustments.push({ key: option.key, label: option.label, value: shownValue(option, value), amount });
  }
  const unavailable = Object.entries(chosen)
    .flatMap(([key, { label }]) => (values[key] === undefined ? [label] : []))
    .sort();
  return { adjustments, values, unavailable };
}

function shownValue(option: LineOption, value: string): string | null {
  if (option.kind === 'flag') return null;
  return option.kind === 'choice' ? (option.choices.find((one) => one.value === value)?.label ?? value) : value;
}
