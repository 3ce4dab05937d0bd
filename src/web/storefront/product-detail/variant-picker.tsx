import { formatPrice } from '#web/shared/money.ts';
import { withOption } from './choice.ts';
import type { Variant } from './product.ts';
import type { ShownProduct } from './product-data.ts';

interface VariantPickerProps {
  product: ShownProduct;
  chosen: Variant;
  onChoose: (variant: Variant) => void;
}

/** Colour, size and whatever else there is to choose, as groups of radio buttons. */
export function VariantPicker({ product: { groups, variants }, chosen, onChoose }: VariantPickerProps) {
  return groups.map(({ name, values }) => {
    const options = values.map(({ value, swatch }) => ({
      value,
      swatch,
      variant: withOption(variants, chosen, name, value),
    }));
    return (
      <fieldset key={name}>
        <legend className="mb-2">
          <span className="font-semibold">{name}:</span> <span className="text-muted">{chosen.options[name]}</span>
        </legend>
        <div className="flex flex-wrap gap-2">
          {options.map(({ value, swatch, variant }) => (
            <label key={value} className={swatch ? 'option option-colour' : 'option'} title={value}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={chosen.options[name] === value}
                className="sr-only"
                onChange={() => onChoose(variant)}
              />
              {swatch && <svg color={swatch} aria-hidden="true" />}
              <span className={swatch ? 'sr-only' : ''}>
                {value}
                {!swatch && extraOf(variant)}
              </span>
              {variant.stock === 0 && <span className="sold-out sr-only">, out of stock</span>}
            </label>
          ))}
        </div>
        {options.some(({ variant }) => variant.stock === 0) && (
          <p className="mt-2 text-muted text-small">
            {chosen.stock === 0 ? `${chosen.name} is sold out. Please choose another.` : 'Crossed out: sold out.'}
          </p>
        )}
      </fieldset>
    );
  });
}

/** What a choice costs more or less than the product itself. */
const extraOf = ({ price_modifier: extra }: Variant) =>
  Number(extra) !== 0 && ` ${Number(extra) > 0 ? '+' : ''}${formatPrice(extra)}`;
