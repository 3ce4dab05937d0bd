import { matchesChoice } from '#domain/catalogue/matches-choice.ts';
import type { OptionGroup, PictureChoice } from '#domain/catalogue/variant-choices.ts';
import type { Variant } from './product.ts';
import type { ShownProduct } from './shown-product.ts';

/** A value for each option that has been chosen so far: `{Colour: 'Mist'}` until a size is chosen, too. */
export type Choice = Readonly<Record<string, string>>;

/** The part of a product that variant choices need. */
export type Choices = Pick<ShownProduct, 'variants' | 'groups' | 'images' | 'pictureChoices'>;

/** Puts the chosen variant into the address. An incomplete choice is written as `?Colour=Mist`. */
const VARIANT = 'variant';

/** Colours can be seen in the picture. Everything else, such as a size, has to be chosen by the shopper. */
const isVisible = ({ values }: OptionGroup) => values.some(({ swatch }) => swatch !== null);

/** The variants that can still be reached from this choice. */
export const variantsOf = ({ variants }: Pick<Choices, 'variants'>, choice: Choice): Variant[] =>
  variants.filter(({ options }) => matchesChoice(options, choice));

/**
 * The choice when the page opens: from the address, otherwise the colour of the first variant in stock.
 * A size is never preselected, unless there is only one.
 */
export function firstChoice(product: Choices, address: URLSearchParams): Choice {
  const { variants, groups } = product;
  const named = variants.find(({ id }) => String(id) === address.get(VARIANT));
  if (named) return named.options;
  const asked = Object.fromEntries(
    groups.flatMap(({ name, values }) =>
      values.filter(({ value }) => value === address.get(name)).map(({ value }) => [name, value]),
    ),
  );
  const reachable = variantsOf(product, asked);
  const [first] = reachable.filter(({ stock }) => stock > 0).concat(reachable, variants);
  const preselected = groups.flatMap((group) => {
    const value = first?.options[group.name];
    return value !== undefined && (isVisible(group) || group.values.length === 1) ? [[group.name, value]] : [];
  });
  return { ...(reachable.length > 0 && asked), ...Object.fromEntries(preselected) };
}

/**
 * The choice with other values for some options. A colour that was chosen stays if it comes in the new size at all, and a
 * size only if it is in stock in the new colour: otherwise the shopper chooses again.
 */
export function withOptions(product: Choices, choice: Choice, changed: Choice): Choice {
  let next = changed;
  for (const group of product.groups) {
    const kept = choice[group.name];
    if (kept === undefined || changed[group.name] !== undefined) continue;
    const candidate = { ...next, [group.name]: kept };
    const reachable = variantsOf(product, candidate);
    const isKept = isVisible(group) || group.values.length === 1 ? reachable.length > 0 : isAnyInStock(reachable);
    if (isKept) next = candidate;
  }
  return next;
}

/** The options that the next choice clears, with their old values: the shopper has to choose them again. */
export const clearedBy = (choice: Choice, next: Choice): Choice =>
  Object.fromEntries(Object.entries(choice).filter(([option]) => next[option] === undefined));

export const isAnyInStock = (variants: readonly Variant[]): boolean => variants.some(({ stock }) => stock > 0);

/** The first option that the shopper still has to choose, such as 'Size'. */
export const missingOption = ({ groups }: Choices, choice: Choice): string | null =>
  groups.find(({ name }) => choice[name] === undefined)?.name ?? null;

/** The variant once every option is chosen; null before that, and for a product without variants. */
export const chosenVariant = (product: Choices, choice: Choice): Variant | null =>
  (missingOption(product, choice) === null && variantsOf(product, choice)[0]) || null;

/** Whether choosing this picture changes the choice: it shows a variant, and not the chosen one. */
export const isOfAnother = (picture: PictureChoice | undefined, choice: Choice): boolean =>
  !matchesChoice(choice, picture ?? {});

/**
 * The picture of the choice.
 * @param shown the picture that stays if the choice has none, unless it shows another variant
 */
export function pictureOf(product: Choices, choice: Choice, shown: number): number {
  const { images, pictureChoices } = product;
  const own = images.indexOf(chosenVariant(product, choice)?.image ?? '');
  if (own >= 0) return own;
  const fitting = pictureChoices.findIndex((of) => Object.keys(of).length > 0 && !isOfAnother(of, choice));
  if (fitting >= 0) return fitting;
  if (!isOfAnother(pictureChoices[shown], choice)) return shown;
  return Math.max(
    0,
    pictureChoices.findIndex((of) => !isOfAnother(of, choice)),
  );
}

/** The address with the choice in it and everything else that was there. */
export function addressOf(product: Choices, choice: Choice, current: URLSearchParams): URLSearchParams {
  const address = new URLSearchParams(current);
  for (const name of [VARIANT, ...product.groups.map((group) => group.name)]) address.delete(name);
  const variant = chosenVariant(product, choice);
  if (variant) address.set(VARIANT, String(variant.id));
  else for (const [name, value] of Object.entries(choice)) address.set(name, value);
  return address;
}

/** 'Choose a size', 'Choose an edition'. Abbreviations such as 'SSD' keep their capitals. */
export function chooseA(option: string): string {
  const name = /^\p{Lu}\p{Lu}/u.test(option) ? option : option.charAt(0).toLowerCase() + option.slice(1);
  return `Choose ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}
