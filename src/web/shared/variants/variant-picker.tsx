import { useEffect, useId, useRef } from 'react';
import type { OptionGroup } from '#domain/catalogue/variant-choices.ts';
import { Amount } from '#web/shared/amount.tsx';
import { type Choice, chooseA, isAnyInStock, variantsOf, withOptions } from './choice.ts';
import type { ShownProduct } from './shown-product.ts';

interface VariantPickerProps {
  product: ShownProduct;
  choice: Choice;
  /** The option that the shopper must choose; a new object each time. */
  asked: { readonly option: string } | null;
  /** Options cleared by the last change of another option. */
  cleared: Choice;
  onChoose: (choice: Choice) => void;
}

/** The options as groups of radio buttons. */
export function VariantPicker({ product, choice, asked, cleared, onChoose }: VariantPickerProps) {
  return product.groups.map((group) => (
    <OptionGroupField
      key={group.name}
      product={product}
      group={group}
      choice={choice}
      asked={asked?.option === group.name ? asked : null}
      cleared={cleared}
      onChoose={onChoose}
    />
  ));
}

interface OptionGroupFieldProps extends VariantPickerProps {
  group: OptionGroup;
}

function OptionGroupField({ product, group, choice, asked, cleared, onChoose }: OptionGroupFieldProps) {
  const { name, values } = group;
  const field = useRef<HTMLFieldSetElement>(null);
  const note = useId();
  const chosen = choice[name];
  const isMissing = asked !== null && chosen === undefined;

  useEffect(() => {
    if (!asked || !field.current) return;
    const radios = [...field.current.querySelectorAll<HTMLInputElement>('input')];
    const inStock = radios.find((radio) => !radio.parentElement?.querySelector('.sold-out'));
    (inStock ?? radios[0])?.focus({ preventScroll: true });
    field.current.scrollIntoView({ block: 'nearest' });
  }, [asked]);

  const options = values.map(({ value, swatch }) => {
    const next = withOptions(product, choice, { [name]: value });
    const reachable = variantsOf(product, next);
    return { value, swatch, next, reachable, isSoldOut: !isAnyInStock(reachable) };
  });
  const isAnySoldOut = options.some(({ isSoldOut }) => isSoldOut);
  const chosenSoldOut = options.some(({ value, isSoldOut }) => value === chosen && isSoldOut);

  return (
    <fieldset ref={field} className={isMissing ? 'option-missing' : undefined} aria-describedby={note}>
      <legend className="mb-2">
        <span className="font-semibold">{name}:</span> <span className="text-muted">{chosen ?? 'not chosen yet'}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, swatch, next, reachable, isSoldOut }) => (
          <label key={value} className={swatch ? 'option option-colour' : 'option'} title={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              className="sr-only"
              onChange={() => onChoose(next)}
            />
            {swatch && <svg color={swatch} aria-hidden="true" />}
            <span className={swatch ? 'sr-only' : ''}>
              {value}
              {!swatch && extraOf(reachable)}
            </span>
            {isSoldOut && <span className="sold-out sr-only">, out of stock</span>}
          </label>
        ))}
      </div>
      <div id={note}>
        {cleared[name] !== undefined && (
          <p className="mt-2 text-small">{cleared[name]} is not available with this choice. Choose another.</p>
        )}
        {isMissing && (
          <p role="alert" className="field-error mt-2">
            {chooseA(name)} first.
          </p>
        )}
        {isAnySoldOut && (
          <p className="mt-2 text-muted text-small">
            {chosenSoldOut ? `${chosen} is out of stock. Please choose another.` : 'Crossed out: out of stock.'}
          </p>
        )}
      </div>
    </fieldset>
  );
}

/** The price difference of a value, if it does not depend on other options. */
function extraOf(variants: ShownProduct['variants']) {
  const [extra, ...others] = new Set(variants.map(({ price_modifier }) => price_modifier));
  if (extra === undefined || others.length > 0 || Number(extra) === 0) return null;
  return (
    <>
      {' '}
      <Amount value={extra} sign={Number(extra) > 0 ? '+' : ''} />
    </>
  );
}
