import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { VARIANT_LIMITS } from '#domain/form-limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { PictureValue, VariantValue } from './product-values.ts';

interface VariantCardProps {
  /** Its name in the form, such as `variants.1`. */
  path: string;
  variant: VariantValue;
  /** Such as 'variant 2'. */
  called: string;
  /** Its options, such as Colour and Size. */
  optionNames: readonly string[];
  pictures: readonly PictureValue[];
  error: string;
  onChange: (next: Partial<VariantValue>) => void;
  onRemove: () => void;
}

/** One variant of a product with all its fields. */
export function VariantCard({
  path,
  variant,
  called,
  optionNames,
  pictures,
  error,
  onChange,
  onRemove,
}: VariantCardProps) {
  const setOption = (at: number, text: string) =>
    onChange({ options: optionNames.map((_, place) => (place === at ? text : (variant.options[place] ?? ''))) });
  return (
    <div className="rounded-field border border-line p-3">
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(auto-fit,minmax(110px,1fr))]">
        {optionNames.map((name, at) => (
          <TextField
            key={name}
            label={name}
            aria-label={`${name} of ${called}`}
            maxLength={VARIANT_LIMITS.optionValue}
            value={variant.options[at] ?? ''}
            onChange={({ target }) => setOption(at, target.value)}
          />
        ))}
        <TextField
          label="SKU"
          aria-label={`SKU of ${called}`}
          maxLength={PRODUCT_FIELDS.sku.maxLength}
          value={variant.sku}
          onChange={({ target }) => onChange({ sku: target.value })}
        />
        <TextField
          label="Price difference"
          aria-label={`Price difference of ${called}`}
          name={`${path}.price_modifier`}
          type="number"
          step={0.01}
          inputMode="decimal"
          value={variant.price_modifier}
          onChange={({ target }) => onChange({ price_modifier: target.value })}
        />
        <TextField
          label="Stock"
          aria-label={`Stock of ${called}`}
          name={`${path}.stock`}
          type="number"
          min={0}
          max={PRODUCT_FIELDS.stock.max}
          step={1}
          inputMode="numeric"
          value={variant.stock}
          onChange={({ target }) => onChange({ stock: target.value })}
        />
        <PictureField
          called={called}
          value={variant.image}
          pictures={pictures}
          onChange={(image) => onChange({ image })}
        />
        <SwatchField called={called} value={variant.swatch} onChange={(swatch) => onChange({ swatch })} />
        <Button look="quiet" small aria-label={`Remove ${called}`} onClick={onRemove}>
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
}

interface PartProps {
  called: string;
  value: string;
  onChange: (value: string) => void;
}

/** The product picture that shows the variant. */
function PictureField({ called, value, pictures, onChange }: PartProps & { pictures: readonly PictureValue[] }) {
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        Picture
      </span>
      <select
        className="input"
        aria-label={`Picture of ${called}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">The product’s</option>
        {pictureChoices(value, pictures).map(({ url, alt }, at) => (
          <option key={url} value={url}>
            {at + 1}. {alt || 'Picture'}
          </option>
        ))}
      </select>
    </div>
  );
}

const pictureChoices = (own: string, pictures: readonly PictureValue[]): readonly PictureValue[] =>
  own === '' || pictures.some(({ url }) => url === own)
    ? pictures
    : [...pictures, { url: own, alt: 'Its own picture' }];

const FIRST_SWATCH = '#9aa39a';

/** The variant's swatch; most have none and are shown by name. */
function SwatchField({ called, value, onChange }: PartProps) {
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
