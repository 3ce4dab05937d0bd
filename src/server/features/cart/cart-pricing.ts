import {
  isOptionKey,
  isOptionLabel,
  type LineOption,
  MAX_LINE_OPTIONS,
  MAX_OPTION_TEXT,
} from '#domain/cart/line-options.ts';
import { type Cents, MAX_AMOUNT } from '#domain/money/money.ts';
import type { PriceAdjustment } from '#domain/money/price-adjustments.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { pausingTimeLimit, reportBlocks, WorkPaused } from '#server/platform/concurrency/with-time-limit.ts';
import { StartError } from '#server/platform/start-error.ts';
import {
  type AdjustableCart,
  type AdjustCart,
  type CartAdjustment,
  type LineOptionProvider,
  LOAD_LIMIT_MS,
  type PriceAdjuster,
} from './cart-ports.ts';

export interface CartPorts {
  readonly cartLineOptions?: readonly LineOptionProvider[];
  readonly priceAdjustments?: readonly PriceAdjuster[];
}

/** The plug-ins' current options and adjustments for carts. */
export interface CartPricing {
  /** By stored key. */
  readonly options: readonly LineOption[];
  /** Plug-ins that declare options, even if they offer none now. */
  readonly optionOwners: readonly string[];
  /** Whether a plug-in failed: the cart is shown without its amounts, and cannot be bought. */
  readonly hasFailed: boolean;
  /** Undefined in a shop without price adjustments. @returns undefined when a plug-in failed. */
  readonly adjust: ((cart: AdjustableCart) => readonly AdjustedAmount[] | undefined) | undefined;
}

export interface AdjustedAmount extends PriceAdjustment {
  readonly line: number | undefined;
}

/** Loads options and adjustments from plug-ins, before any transaction. */
export type LoadCartPricing = () => CartPricing | Promise<CartPricing>;

type InTime = ReturnType<typeof pausingTimeLimit>;

const NO_CART_PRICING: CartPricing = { options: [], optionOwners: [], hasFailed: false, adjust: undefined };

/** @throws StartError for two providers with the same name. */
export function createCartPricing(
  { cartLineOptions = [], priceAdjustments = [] }: CartPorts,
  { log, delays }: PluginReports,
): LoadCartPricing {
  refuseDuplicates(cartLineOptions, 'declare options of cart lines');
  refuseDuplicates(priceAdjustments, 'adjust prices');
  if (cartLineOptions.length === 0 && priceAdjustments.length === 0) return () => NO_CART_PRICING;
  const failed = (plugin: string, error: unknown): undefined => {
    if (error instanceof WorkPaused) return;
    log.error({ plugin, err: error }, 'A plug-in could not price a cart: nothing can be bought while it fails');
  };
  const optionOwners = cartLineOptions.map(({ name }) => name);
  const optionLoaders = cartLineOptions.map((provider) => ({
    provider,
    inTime: pausingTimeLimit({ limitMs: LOAD_LIMIT_MS, observer: delays.observe(provider.name, 'cartLineOptions') }),
  }));
  const adjusterLoaders = priceAdjustments.map((adjuster) => ({
    adjuster,
    inTime: pausingTimeLimit({ limitMs: LOAD_LIMIT_MS, observer: delays.observe(adjuster.name, 'priceAdjustments') }),
  }));
  return async () => {
    const [options, adjusters] = await Promise.all([
      Promise.all(
        optionLoaders.map(({ provider, inTime }) =>
          loadOptions(provider, inTime).catch((e) => failed(provider.name, e)),
        ),
      ),
      Promise.all(
        adjusterLoaders.map(({ adjuster, inTime }) =>
          loadAdjuster(adjuster, inTime).catch((e) => failed(adjuster.name, e)),
        ),
      ),
    ]);
    const ready = adjusters.filter((adjuster) => adjuster !== undefined);
    return {
      options: options.flatMap((loaded) => loaded ?? []),
      optionOwners,
      hasFailed: options.includes(undefined) || adjusters.includes(undefined),
      adjust(cart) {
        const amounts = ready.map(({ name, adjust }) => {
          try {
            const adjustments = reportBlocks(delays.observe(name, 'priceAdjustments'), () => adjust(cart));
            return adjustments.map((adjustment) => checkedAdjustment(name, adjustment, cart));
          } catch (error) {
            return failed(name, error);
          }
        });
        return amounts.includes(undefined) ? undefined : amounts.flatMap((list) => list ?? []);
      },
    };
  };
}

function refuseDuplicates(ports: readonly { readonly name: string }[], what: string): void {
  const names = ports.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new StartError(`Two plug-ins named ${twice} ${what}.`);
}

async function loadOptions(provider: LineOptionProvider, inTime: InTime): Promise<LineOption[]> {
  const options = await inTime(() => provider.load());
  if (new Set(options.map(({ key }) => key)).size < options.length)
    throw new RangeError('Two options have the same key');
  if (options.length > MAX_LINE_OPTIONS) throw new RangeError(`More than ${MAX_LINE_OPTIONS} options`);
  return options.map((option) => ({ ...checkedOption(option), key: `${provider.name}:${option.key}` }));
}

async function loadAdjuster(adjuster: PriceAdjuster, inTime: InTime): Promise<{ name: string; adjust: AdjustCart }> {
  return { name: adjuster.name, adjust: await inTime(() => adjuster.load()) };
}

function checkedOption(option: LineOption): LineOption {
  const { key, label } = option;
  checkKey(key);
  checkLabel(label);
  if (option.kind === 'choice') {
    for (const choice of option.choices) {
      checkKey(choice.value);
      checkLabel(choice.label);
      checkAmount(choice.price ?? 0, 0);
    }
    if (option.choices.length === 0) throw new RangeError(`${key} has no choices`);
    return option;
  }
  checkAmount(option.price ?? 0, 0);
  if (option.kind === 'text' && !(option.maxLength >= 1 && option.maxLength <= MAX_OPTION_TEXT)) {
    throw new RangeError(`maxLength of ${key} must be 1 to ${MAX_OPTION_TEXT}`);
  }
  return option;
}

function checkedAdjustment(plugin: string, adjustment: CartAdjustment, cart: AdjustableCart): AdjustedAmount {
  const { key, label, amount, line } = adjustment;
  checkKey(key);
  checkLabel(label);
  checkAmount(amount, -MAX_AMOUNT);
  if (line !== undefined && cart.lines[line] === undefined) throw new RangeError(`The cart has no line ${line}`);
  return { key: `${plugin}:${key}`, label, value: null, amount, line };
}

function checkKey(key: string): void {
  if (!isOptionKey(key)) throw new RangeError(`${key} is not a key: use lower case letters, digits and hyphens`);
}

function checkLabel(label: string): void {
  if (!isOptionLabel(label)) throw new RangeError('A label has 1 to 100 characters');
}

function checkAmount(amount: Cents, least: Cents): void {
  if (!Number.isSafeInteger(amount) || amount < least || amount > MAX_AMOUNT) {
    throw new RangeError(`${amount} is not an amount in cents`);
  }
}
