import { FLAG_SET, type OptionChoice } from '../cart/line-options.ts';

interface OptionBase {
  /** Lower case letters, digits and hyphens. */
  readonly key: string;
  /** Label for shoppers. */
  readonly label: string;
  /** Help text below the field. */
  readonly hint?: string;
  /** The checkout requires a value. */
  readonly isRequired?: boolean;
}

/** A checkout field for the whole order, declared by a plug-in. It has no price. */
export type CheckoutOption =
  /** A checkbox. */
  | (OptionBase & { readonly kind: 'flag' })
  /** One of `choices`. */
  | (OptionBase & { readonly kind: 'choice'; readonly choices: readonly Omit<OptionChoice, 'price'>[] })
  /** A line of text; `isLong`: several lines. */
  | (OptionBase & { readonly kind: 'text'; readonly maxLength: number; readonly isLong?: boolean })
  /** A day, such as `2026-12-24`, from the first to the last. */
  | (OptionBase & { readonly kind: 'date'; readonly first: string; readonly last: string });

/** A chosen value, as frozen into the checkout and the order. */
export interface ChosenCheckoutOption {
  /** `<plugin>:<option>`. */
  readonly key: string;
  readonly label: string;
  /** `yes` for a flag, the value of a choice, a text, or a day as `2026-12-24`. */
  readonly value: string;
  /** The text for people; null for a flag. */
  readonly text: string | null;
}

export const NO_CHECKOUT_OPTIONS: readonly ChosenCheckoutOption[] = [];
/** Maximum length of a text. */
export const MAX_CHECKOUT_TEXT = 1000;
/** Maximum number of options of one plug-in. */
export const MAX_CHECKOUT_OPTIONS = 20;

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

const MISSING: Readonly<Record<CheckoutOption['kind'], string>> = {
  flag: 'Please tick this box to continue.',
  choice: 'Please choose one.',
  text: 'Please fill in this field.',
  date: 'Please choose a day.',
};

/** The value to freeze, or why it is invalid. */
function readValue(
  option: CheckoutOption,
  value: string,
): { readonly text: string | null } | { readonly problem: string } {
  switch (option.kind) {
    case 'flag':
      return value === FLAG_SET ? { text: null } : { problem: `Must be "${FLAG_SET}", or null.` };
    case 'choice': {
      const chosen = option.choices.find((choice) => choice.value === value);
      return chosen ? { text: chosen.label } : { problem: 'Please choose one of the offered values.' };
    }
    case 'text':
      if (value.length > option.maxLength) return { problem: `Please enter at most ${option.maxLength} characters.` };
      if (!option.isLong && /[\r\n]/.test(value)) return { problem: 'Please enter a single line.' };
      return { text: value };
    case 'date':
      if (isDay(value) && value >= option.first && value <= option.last) return { text: dayText(value) };
      return { problem: `Please choose a day from ${dayText(option.first)} to ${dayText(option.last)}.` };
  }
}

/** Whether a text is a day of the calendar, such as `2026-12-24`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * Validates the values of a customer against the offered options.
 * @param wanted values by key; null or an empty text means none.
 * @returns the values to freeze, in the order of the options, and error messages by key.
 */
export function chooseCheckoutOptions(
  wanted: Readonly<Record<string, string | null>>,
  offered: readonly CheckoutOption[],
): { readonly chosen: readonly ChosenCheckoutOption[]; readonly problems: Readonly<Record<string, string>> } {
  const keys = new Set(offered.map(({ key }) => key));
  const unknown = Object.keys(wanted).filter((key) => wanted[key] && !keys.has(key));
  const problems = Object.fromEntries(unknown.map((key) => [key, 'This option is not offered any more.']));
  const chosen: ChosenCheckoutOption[] = [];
  for (const option of offered) {
    const { key, label, isRequired, kind } = option;
    const value = wanted[key];
    if (!value) {
      if (isRequired) problems[key] = MISSING[kind];
      continue;
    }
    const read = readValue(option, value);
    if ('problem' in read) problems[key] = read.problem;
    else chosen.push({ key, label, value, text: read.text });
  }
  return { chosen, problems };
}

/** Such as `Delivery note: Please ring twice`. */
export const describeCheckoutOption = ({ label, text }: Pick<ChosenCheckoutOption, 'label' | 'text'>): string =>
  text === null ? label : `${label}: ${text}`;
