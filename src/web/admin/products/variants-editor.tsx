import { useRef } from 'react';
import { VARIANT_LIMITS } from '#domain/form-limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { optionNamesOf, type PictureValue, type VariantValue } from './product-values.ts';
import { VariantCard } from './variant-card.tsx';

interface VariantsEditorProps {
  optionNames: string;
  variants: readonly VariantValue[];
  pictures: readonly PictureValue[];
  /** The product's SKU, a prefix for new variants. */
  sku: string;
  /** By field, such as `1.sku`. */
  errorOf: (field: string) => string | undefined;
  onNames: (text: string) => void;
  onChange: (variants: VariantValue[]) => void;
}

const FIELDS = ['options', 'sku', 'price_modifier', 'stock', 'image', 'swatch'] as const;

/**
 * The options of a product, such as colour and size, and its variants, each with SKU, price difference, stock and
 * picture.
 */
export function VariantsEditor(editor: VariantsEditorProps) {
  const { optionNames, variants, pictures, sku, errorOf, onNames, onChange } = editor;
  const names = optionNamesOf(optionNames);
  const adder = useRef<HTMLButtonElement>(null);
  const add = () => {
    if (names.length === 0) onNames('Option');
    onChange([...variants, freshVariant(sku, names.length > 0 ? names : ['Option'], variants)]);
  };
  const remove = (index: number) => {
    onChange(variants.filter((_, at) => at !== index));
    adder.current?.focus();
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="field-label mb-2">Variants</legend>
      {variants.length > 0 && (
        <TextField
          label="Option names"
          hint={`At most ${VARIANT_LIMITS.options}, separated by commas, such as: Colour, Size`}
          value={optionNames}
          onChange={({ target }) => onNames(target.value)}
        />
      )}
      {variants.map((variant, index) => (
        <VariantCard
          // Index keys are safe: rows are never reordered.
          key={variant.id ?? `new ${index}`}
          path={`variants.${index}`}
          variant={variant}
          called={`variant ${index + 1}`}
          optionNames={names}
          pictures={pictures}
          error={FIELDS.flatMap((field) => errorOf(`${index}.${field}`) ?? []).join(' ')}
          onChange={(next) => onChange(variants.map((one, at) => (at === index ? { ...one, ...next } : one)))}
          onRemove={() => remove(index)}
        />
      ))}
      <div>
        <Button look="secondary" small onClick={add} ref={adder}>
          <Icon name="plus" /> Add Variant
        </Button>
      </div>
    </fieldset>
  );
}

/** The last variant's options by default. */
const freshVariant = (sku: string, names: readonly string[], variants: readonly VariantValue[]): VariantValue => ({
  options: names.map((_, index) => variants.at(-1)?.options[index] ?? ''),
  sku: freeSku(sku, variants),
  price_modifier: '0.00',
  stock: '0',
  image: '',
  swatch: '',
});

/** The product's SKU with the first unused number. */
function freeSku(sku: string, variants: readonly VariantValue[]): string {
  for (let number = 1; ; number += 1) {
    const free = `${sku}-${number}`;
    if (variants.every((variant) => variant.sku !== free)) return free;
  }
}
