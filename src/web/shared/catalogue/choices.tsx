import type { CardProduct } from './card-product.ts';

/** The options of a product: colours as swatches, others in words. */
export function Choices({ choices }: Pick<CardProduct, 'choices'>) {
  return (
    <ul className="choices">
      {choices.map(({ name, values, swatches, count }) => {
        const more = count > values.length && ` +${count - values.length}`;
        return (
          <li key={name}>
            <span className="sr-only">{name}: </span>
            <span className={swatches.length > 0 ? 'sr-only' : ''}>{values.join(', ')}</span>
            {swatches.map((swatch) => (
              <svg key={swatch} color={swatch} aria-hidden="true" />
            ))}
            {more}
          </li>
        );
      })}
    </ul>
  );
}
