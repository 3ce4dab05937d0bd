import type { CardProduct } from './card-product.ts';

interface ChoicesProps extends Pick<CardProduct, 'choices'> {
  /** The colour whose picture the card shows. */
  picked: string | undefined;
  onPick: (option: string, value: string) => void;
}

/** The options of a product: colours as swatches to click, others in words. */
export function Choices({ choices, picked, onPick }: ChoicesProps) {
  return (
    <ul className="choices">
      {choices.map(({ name, values, swatches, count }) => {
        const more = count > values.length && ` +${count - values.length}`;
        return (
          <li key={name}>
            {/* Of swatches it is in the buttons' names, too. */}
            <span className={swatches.length > 0 ? 'sr-only' : ''} aria-hidden={swatches.length > 0}>
              <span className="sr-only">{name}: </span>
              {values.join(', ')}
            </span>
            {swatches.map((swatch, index) => {
              const value = values[index] ?? '';
              return (
                <button
                  key={value}
                  type="button"
                  className="swatch"
                  aria-label={`${name}: ${value}`}
                  aria-pressed={picked === value}
                  title={value}
                  onClick={() => onPick(name, value)}
                >
                  <svg className="swatch-dot" color={swatch} aria-hidden="true" />
                </button>
              );
            })}
            {more}
          </li>
        );
      })}
    </ul>
  );
}
