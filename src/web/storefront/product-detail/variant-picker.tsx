import { optionGroups, withOption } from './choice.ts';
import type { Variant } from './product-data.ts';

interface VariantPickerProps {
  variants: readonly Variant[];
  chosen: Variant;
  onChoose: (variant: Variant) => void;
}

/** Colour, size and whatever else there is to choose, as groups of radio buttons. */
export function VariantPicker({ variants, chosen, onChoose }: VariantPickerProps) {
  return optionGroups(variants).map(({ name, values }) => (
    <fieldset key={name}>
      <legend className="mb-2">
        <span className="font-semibold">{name}:</span> <span className="text-muted">{chosen.options[name]}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => {
          const variant = withOption(variants, chosen, name, value);
          return (
            <label key={value} className="option">
              <input
                type="radio"
                name={name}
                value={value}
                checked={chosen.options[name] === value}
                className="sr-only"
                onChange={() => onChoose(variant)}
              />
              {value}
              {variant.stock === 0 && <span className="sr-only">, out of stock</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  ));
}
