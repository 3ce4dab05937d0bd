import { isOptionKey, isOptionLabel, ownerOfOption } from '#domain/cart/line-options.ts';
import {
  type CheckoutOption,
  type ChosenCheckoutOption,
  chooseCheckoutOptions,
  isDay,
  MAX_CHECKOUT_OPTIONS,
  MAX_CHECKOUT_TEXT,
  NO_CHECKOUT_OPTIONS,
} from '#domain/checkout/checkout-options.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { withTimeLimit } from '#server/platform/concurrency/with-time-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { StartError } from '#server/platform/start-error.ts';
import {
  CHECK_LIMIT_MS,
  type CheckedCheckout,
  type CheckoutOptionProvider,
  type CheckoutProblem,
  type CheckoutValidator,
} from '../checkout-ports.ts';

/** The checks of plug-ins before a payment is opened or an order is placed. */
export interface CheckoutChecks {
  /** False in a shop without validators, which then skips the reads for them. */
  readonly hasValidators: boolean;
  /** The options for the form; those of a plug-in that fails are left out. */
  offered(): Promise<readonly CheckoutOption[]>;
  /**
   * Validates the option values that a customer sent. @returns the values to freeze.
   * @throws Refusal `request.invalid` by field; `checkout.not_checked` when a plug-in fails or times out, or only other nodes
   * know it.
   */
  choose(wanted: Readonly<Record<string, string | null>>): Promise<readonly ChosenCheckoutOption[]>;
  /** @throws Refusal `checkout.refused` by field; `checkout.not_checked` when a plug-in fails or times out. */
  validate(checkout: CheckedCheckout): Promise<void>;
}

export interface CheckoutCheckPorts {
  readonly checkoutOptions?: readonly CheckoutOptionProvider[];
  readonly checkoutValidators?: readonly CheckoutValidator[];
}

interface CheckOptions {
  /** Whether a running node knows checkout options of one of these plug-ins. */
  readonly isKnownByAnyNode: (plugins: readonly string[]) => Promise<boolean>;
  /** Timeout for each plug-in. */
  readonly limitMs?: number;
}

const MAX_HINT = 200;
const MAX_MESSAGE = 300;

export function createCheckoutChecks(
  { checkoutOptions = [], checkoutValidators = [] }: CheckoutCheckPorts,
  { log, delays }: PluginReports,
  { isKnownByAnyNode, limitMs = CHECK_LIMIT_MS }: CheckOptions,
): CheckoutChecks {
  refuseDuplicates(checkoutOptions, 'declare options of checkouts');
  refuseDuplicates(checkoutValidators, 'validate checkouts');
  const failed = (plugin: string, err: unknown) => {
    log.error({ plugin, err }, 'The checkout check of a plug-in failed: nothing can be bought while it fails');
  };
  const load = async (provider: CheckoutOptionProvider): Promise<readonly CheckoutOption[] | undefined> => {
    try {
      const observer = delays.observe(provider.name, 'checkoutOptions');
      return checkedOptions(provider.name, await withTimeLimit(limitMs, () => provider.load(), observer));
    } catch (error) {
      failed(provider.name, error);
      return undefined;
    }
  };
  const find = async (validator: CheckoutValidator, checkout: CheckedCheckout) => {
    try {
      const own = { ...checkout, options: ownOptions(validator.name, checkout.options) };
      const observer = delays.observe(validator.name, 'validateCheckout');
      const problems = await withTimeLimit(limitMs, (signal) => validator.validate(own, signal), observer);
      return problems.map((problem) => checkedProblem(validator.name, problem));
    } catch (error) {
      failed(validator.name, error);
      return undefined;
    }
  };
  const owners = checkoutOptions.map(({ name }) => name);
  /** During an upgrade, another node may have shown fields of a plug-in that this node does not have. */
  async function refuseOptionsOfOtherNodes(wanted: Readonly<Record<string, string | null>>): Promise<void> {
    const filled = Object.keys(wanted).filter((key) => wanted[key]);
    const unknown = filled.map(ownerOfOption).filter((owner) => !owners.includes(owner));
    if (unknown.length > 0 && (await isKnownByAnyNode(unknown))) throw new Refusal('checkout.not_checked');
  }

  return {
    hasValidators: checkoutValidators.length > 0,
    offered: async () => (await Promise.all(checkoutOptions.map(load))).flatMap((options) => options ?? []),
    async choose(wanted) {
      if (checkoutOptions.length === 0 && Object.keys(wanted).length === 0) return NO_CHECKOUT_OPTIONS;
      await refuseOptionsOfOtherNodes(wanted);
      const offered = await Promise.all(checkoutOptions.map(load));
      if (offered.includes(undefined)) throw new Refusal('checkout.not_checked');
      const { chosen, problems } = chooseCheckoutOptions(
        wanted,
        offered.flatMap((options) => options ?? []),
      );
      const [first] = Object.values(problems);
      if (first === undefined) return chosen;
      throw new Refusal('request.invalid', {
        errors: fieldErrors(Object.entries(problems), (key) => `options.${key}`),
      });
    },
    async validate(checkout) {
      const found = await Promise.all(checkoutValidators.map((validator) => find(validator, checkout)));
      if (found.includes(undefined)) throw new Refusal('checkout.not_checked');
      const problems = found.flatMap((list) => list ?? []);
      const [first] = problems;
      if (!first) return;
      const beside = problems.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message] as const]));
      const general = problems.flatMap(({ field, message }) => (field === undefined ? [message] : []));
      throw new Refusal('checkout.refused', {
        message: general.length > 0 ? general.join(' ') : first.message,
        errors: fieldErrors(beside, (field) => field),
      });
    },
  };
}

function refuseDuplicates(ports: readonly { readonly name: string }[], what: string): void {
  const names = ports.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new StartError(`Two plug-ins named ${twice} ${what}.`);
}

function fieldErrors(
  messages: readonly (readonly [field: string, message: string])[],
  pathOf: (field: string) => string,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [field, message] of messages) {
    const path = pathOf(field);
    errors[path] = [...(errors[path] ?? []), message];
  }
  return errors;
}

function checkedOptions(plugin: string, options: readonly CheckoutOption[]): readonly CheckoutOption[] {
  if (options.length > MAX_CHECKOUT_OPTIONS) throw new RangeError(`More than ${MAX_CHECKOUT_OPTIONS} options`);
  if (new Set(options.map(({ key }) => key)).size < options.length)
    throw new RangeError('Two options have the same key');
  for (const option of options) checkOption(option);
  return options.map((option) => ({ ...option, key: `${plugin}:${option.key}` }));
}

function checkOption(option: CheckoutOption): void {
  const { key, label, hint = '' } = option;
  if (!isOptionKey(key)) throw new RangeError(`${key} is not a key: use lower case letters, digits and hyphens`);
  if (!isOptionLabel(label)) throw new RangeError(`The option ${key} has no label of 1 to 100 characters`);
  if (hint.length > MAX_HINT) throw new RangeError(`The hint of ${key} has more than ${MAX_HINT} characters`);
  if (option.kind === 'text' && !(option.maxLength >= 1 && option.maxLength <= MAX_CHECKOUT_TEXT)) {
    throw new RangeError(`maxLength of ${key} must be 1 to ${MAX_CHECKOUT_TEXT}`);
  }
  if (option.kind === 'date' && !(isDay(option.first) && isDay(option.last) && option.first <= option.last)) {
    throw new RangeError(`first and last of ${key} must be days in order: ${option.first}, ${option.last}`);
  }
  if (option.kind !== 'choice') return;
  if (option.choices.length === 0) throw new RangeError(`${key} has no choices`);
  for (const choice of option.choices) {
    if (!isOptionKey(choice.value) || !isOptionLabel(choice.label)) {
      throw new RangeError(`${choice.value} is not a choice of ${key}`);
    }
  }
}

/** The options of one plug-in, by its own keys. */
function ownOptions(plugin: string, options: CheckedCheckout['options']): CheckedCheckout['options'] {
  const start = `${plugin}:`;
  return Object.fromEntries(
    Object.entries(options).flatMap(([key, value]) =>
      key.startsWith(start) ? [[key.slice(start.length), value]] : [],
    ),
  );
}

/** The path of the problem's field in the request; undefined: it concerns the whole checkout. */
function checkedProblem(plugin: string, { message, option, address }: CheckoutProblem) {
  if (message.trim() === '' || message.length > MAX_MESSAGE) {
    throw new RangeError(`The message of a problem must have 1 to ${MAX_MESSAGE} characters`);
  }
  if (option !== undefined) return { field: `options.${plugin}:${option}`, message };
  return { field: address && `shipping_address.${address}`, message };
}
