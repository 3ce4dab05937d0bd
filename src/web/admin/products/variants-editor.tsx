import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { optionNamesOf, type PictureValue, type VariantValue } from './product-values.ts';

interface VariantsEditorProps {
  optionNames: string;
  variants: readonly VariantValue[];
  pictures: readonly PictureValue[];
  /** The product's SKU: new variants begin with it. */
  sku: string;
  /** By field, such as `1.sku`. */
  errorOf: (field: string) => string | undefined;
  onNames: (text: string) => void;
  onChange: (variants: VariantValue[]) => void;
}

/** What a product is chosen by, such as colour and size, each with its SKU, price difference, stock and picture. */
export function VariantsEditor({
  optionNames,
  variants,
  pictures,
  sku,
  errorOf,
  onNames,
  onChange,
}: VariantsEditorProps) {
  const names = optionNamesOf(optionNames);
  const adder = useRef<HTMLButtonElement>(null);
  const change = (index: number, next: Partial<VariantValue>) =>
    onChange(variants.map((variant, at) => (at === index ? { ...variant, ...next } : variant)));
  const add = () => {
    if (names.length === 0) onNames('Option');
    const options = (names.length > 0 ? names : ['Option']).map((_, index) => variants.at(-1)?.options[index] ?? '');
    const fresh = {
      options,
      sku: freeSku(sku, variants),
      price_modifier: '0.00',
      stock: '0',
      image: '',
      swatch: '',
    };
    onChange([...variants, fresh]);
  };

  return (
    <fieldset className="grid gap-4">
      <legend className="field-label mb-2">Variants</legend>
      {variants.length > 0 && (
        <TextField
          label="Option names"
          hint="At most three, with commas between them, such as: Colour, Size"
          value={optionNames}
          onChange={({ target }) => onNames(target.value)}
        />
      )}
      {variants.map((variant, index) => {
        const called = `variant ${index + 1}`;
        const error = ['options', 'sku', 'price_modifier', 'stock', 'image', 'swatch']
          .flatMap((field) => errorOf(`${index}.${field}`) ?? [])
          .join(' ');
        return (
          // The order never changes: a row is who it is by its place.
          <div key={variant.id ?? `new ${index}`} className="rounded-field border border-line p-3">
            <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(auto-fit,minmax(110px,1fr))]">
              {names.map((name, at) => (
                <TextField
                  key={name}
                  label={name}
                  aria-label={`${name} of ${called}`}
                  maxLength={80}
                  value={variant.options[at] ?? ''}
                  onChange={({ target }) =>
                    change(index, {
                      options: names.map((_, place) => (place === at ? target.value : (variant.options[place] ?? ''))),
                    })
                  }
                />
              ))}
              <TextField
                label="SKU"
                aria-label={`SKU of ${called}`}
                maxLength={64}
                value={variant.sku}
                onChange={({ target }) => change(index, { sku: target.value })}
              />
              <TextField
                label="Price difference"
                aria-label={`Price difference of ${called}`}
                type="number"
                step={0.01}
                inputMode="decimal"
                value={variant.price_modifier}
                onChange={({ target }) => change(index, { price_modifier: target.value })}
              />
              <TextField
                label="Stock"
                aria-label={`Stock of ${called}`}
                type="number"
                min={0}
                step={1}
                inputMode="numeric"
                value={variant.stock}
                onChange={({ target }) => change(index, { stock: target.value })}
              />
              <div className="field">
                <span className="field-label" aria-hidden="true">
                  Picture
                </span>
                <select
                  className="input"
                  aria-label={`Picture of ${called}`}
                  value={variant.image}
                  onChange={({ target }) => change(index, { image: target.value })}
                >
                  <option value="">The product’s</option>
                  {pictureChoices(variant.image, pictures).map(({ url, alt }, at) => (
                    <option key={url} value={url}>
                      {at + 1}. {alt || 'Picture'}
                    </option>
                  ))}
                </select>
              </div>
              <SwatchField called={called} value={variant.swatch} onChange={(swatch) => change(index, { swatch })} />
              <Button
                look="quiet"
                small
                aria-label={`Remove ${called}`}
                onClick={() => {
                  onChange(variants.filter((_, at) => at !== index));
                  adder.current?.focus();
                }}
              >
                Remove
              </Button>
            </div>
            {error && (
              <p className="field-error mt-2" role="alert">
                {error}
              </p>
            )}
          </div>
        );
      })}
      <div>
        <Button look="secondary" small onClick={add} ref={adder}>
          <Icon name="plus" /> Add variant
        </Button>
      </div>
    </fieldset>
  );
}

interface SwatchFieldProps {
  called: string;
  value: string;
  onChange: (swatch: string) => void;
}

const FIRST_SWATCH = '#9aa39a';

/** The colour that stands for the variant where it is chosen; most have none and are shown by their names. */
function SwatchField({ called, value, onChange }: SwatchFieldProps) {
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        Swatch
      </span>
      {value === '' ? (
        <button
          type="button"
          className="input text-left"
          aria-label={`By name: show ${called} by a colour`}
          onClick={() => onChange(FIRST_SWATCH)}
        >
          By name
        </button>
      ) : (
        <span className="flex items-center gap-1">
          <input
            type="color"
            className="input min-w-12 flex-1 p-1"
            aria-label={`Swatch of ${called}`}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Show ${called} by its name`}
            title="Show by name"
            onClick={() => onChange('')}
          >
            <Icon name="x" />
          </button>
        </span>
      )}
    </div>
  );
}

/** The product's SKU with the first number that no variant has. */
function freeSku(sku: string, variants: readonly VariantValue[]): string {
  for (let number = 1; ; number += 1) {
    const free = `${sku}-${number}`;
    if (variants.every((variant) => variant.sku !== free)) return free;
  }
}

const pictureChoices = (own: string, pictures: readonly PictureValue[]): readonly PictureValue[] =>
  own === '' || pictures.some(({ url }) => url === own)
    ? pictures
    : [...pictures, { url: own, alt: 'Its own picture' }];
