import { type ReactNode, useRef, useState } from 'react';
import type { FieldError } from 'react-hook-form';
import { parseDecimal } from '#domain/money.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { fieldProblem, type ShopForm, useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { currencySign } from '#web/shared/money.ts';
import { Checkbox, MoneyField, NumberField, SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ChangedMeanwhile, type Newer } from '../shared/changed-meanwhile.tsx';
import { PicturesEditor } from './pictures-editor.tsx';
import { formOf, isWhole, type Opened, type PictureValue, type ProductValues, valuesOf } from './product-values.ts';
import { type ProductForm, useCategoryChoices } from './products-data.ts';
import { VariantsEditor } from './variants-editor.tsx';

export type OnSave = (product: Opened | null, form: ProductForm, key: string) => Promise<void>;

export interface ProductDialogProps {
  onClose: () => void;
  /** @throws ApiError when it is refused */
  onSave: OnSave;
}

/** The product form (back-office §3 and §5), with the further fields of the entity below it. */
export function ProductDialog({
  product,
  newer,
  onClose,
  onSave,
}: ProductDialogProps & { product: Opened | null; newer?: Newer<Opened> }) {
  const revision = useRef(product?.revision ?? 0);
  const [isOutdated, setOutdated] = useState(false);
  const uploading = useRef(0);
  const once = useRequestKey();
  const shopForm = useShopForm<ProductValues>(
    valuesOf(product),
    async (values) => {
      if (uploading.current > 0) throw fieldProblem('images', 'Please wait until the pictures are uploaded.');
      const form = formOf(values, product);
      setOutdated(false);
      try {
        await once(form, (key) => onSave(product && { ...product, revision: revision.current }, form, key));
      } catch (error) {
        setOutdated(error instanceof ApiError && error.code === 'product.changed');
        throw error;
      }
    },
    { incomplete: 'Please fill in the fields marked below.', name: `product:${product?.id ?? 'new'}` },
  );
  return (
    <FormDialog
      title={product ? `Edit ${product.name}` : 'Add Product'}
      saveLabel={product ? 'Save product' : 'Create product'}
      isWide
      shopForm={shopForm}
      onClose={onClose}
    >
      {isOutdated && newer && (
        <ChangedMeanwhile
          newer={newer}
          // Pieces that were sold meanwhile stay sold: only the revision is the newer one.
          onKeep={(now) => {
            revision.current = now.revision;
          }}
        />
      )}
      <MainFields shopForm={shopForm} product={product} />
      {(product === null || isWhole(product)) && (
        <MoreFields shopForm={shopForm} onUploading={(count) => (uploading.current = count)} />
      )}
    </FormDialog>
  );
}

interface PartProps {
  shopForm: ShopForm<ProductValues>;
}

const REQUIRED = 'This field is required.';
const filled = (text: string) => text.trim() !== '' || REQUIRED;

function MainFields({ shopForm: { form, field }, product }: PartProps & { product: Opened | null }) {
  const categories = useCategoryChoices().data ?? [];
  const own = product?.category;
  const choices = own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
  const hasVariants = form.watch('variants').length > 0;

  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={255}
          autoComplete="off"
          dir="auto"
          {...field('name', { validate: filled })}
        />
        <TextField
          label="SKU"
          required
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          {...field('sku', { validate: filled })}
        />
      </div>
      <TextArea
        label="Description"
        required
        rows={4}
        maxLength={20_000}
        dir="auto"
        {...field('description', { validate: filled })}
      />
      <TextField label="Short description" maxLength={500} dir="auto" {...field('short_description')} />
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <MoneyField label="Price" required sign={currencySign()} {...field('price', { validate: filled })} />
        <MoneyField
          label="Sale price"
          sign={currencySign()}
          hint="Empty: no sale."
          {...field('sale_price', {
            validate: (sale, { price }) =>
              sale === '' ||
              (parseDecimal(sale) ?? 0) < (parseDecimal(price) ?? 0) ||
              'The sale price must be below the price.',
          })}
        />
        <NumberField
          label="Stock"
          required={!hasVariants}
          min={0}
          step={1}
          disabled={hasVariants}
          hint={hasVariants ? 'The sum of the variants.' : stockHint(product)}
          {...field('stock', { validate: (stock, { variants }) => variants.length > 0 || filled(stock) })}
        />
        <SelectField label="Category" required {...field('category_id', { validate: filled })} key={choices.length}>
          <option value="">Choose…</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-x-8">
        <Checkbox label="Active: shoppers can see and buy it" {...field('is_active')} />
        <Checkbox label="Featured on the home page" {...field('is_featured')} />
      </div>
    </>
  );
}

function stockHint(product: Opened | null): string {
  if (!product || product.revision === 0) return 'Pieces that can be bought.';
  const held = product.held > 0 ? ` ${product.held} more are in open checkouts.` : '';
  return `Pieces that can be bought. What is sold while you edit stays sold.${held}`;
}

function MoreFields({ shopForm: { form, field }, onUploading }: PartProps & { onUploading: (count: number) => void }) {
  const { watch, setValue, getValues, formState } = form;
  const { errors } = formState;
  const change = <N extends 'images' | 'variants' | 'option_names'>(name: N, value: ProductValues[N]) =>
    setValue(name, value as never, { shouldDirty: true });
  const variantErrors = errors.variants as
    | (Readonly<Record<string, Readonly<Record<string, { message?: string }>>>> & { message?: string })
    | undefined;
  const errorOf = (path: string) => {
    const [index = '', name = ''] = path.split('.');
    return variantErrors?.[index]?.[name]?.message;
  };

  return (
    <>
      <PicturesEditor
        pictures={watch('images')}
        onChange={(next: (now: readonly PictureValue[]) => PictureValue[]) =>
          change('images', next(getValues('images')))
        }
        onUploading={onUploading}
        error={(errors.images as FieldError | undefined)?.message}
      />
      <VariantsEditor
        optionNames={watch('option_names')}
        variants={watch('variants')}
        pictures={watch('images')}
        sku={watch('sku')}
        errorOf={errorOf}
        onNames={(text) => change('option_names', text)}
        onChange={(variants) => change('variants', variants)}
      />
      {variantErrors?.message && <p className="field-error">{variantErrors.message}</p>}
      <Group
        title="Details"
        isWrong={Boolean(errors.brand ?? errors.weight ?? errors.tags ?? errors.features ?? errors.specifications)}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Brand" maxLength={120} {...field('brand')} />
          <TextField label="Weight in kilograms" inputMode="decimal" {...field('weight')} />
        </div>
        <TextField label="Tags" hint="With commas between them." {...field('tags')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextArea label="Features" rows={4} hint="One a line." {...field('features')} />
          <TextArea
            label="Specifications"
            rows={4}
            hint="One a line, such as Material: Stoneware"
            {...field('specifications')}
          />
        </div>
      </Group>
      <Group title="For search engines" isWrong={Boolean(errors.meta_title ?? errors.meta_description)}>
        <TextField label="Title" maxLength={120} hint="Empty: the product’s name." {...field('meta_title')} />
        <TextArea label="Summary" rows={2} maxLength={320} {...field('meta_description')} />
      </Group>
    </>
  );
}

/** Fields that most products do without; what is wrong among them is not hidden. */
function Group({ title, isWrong, children }: { title: string; isWrong: boolean; children: ReactNode }) {
  return (
    <details className="group form-group" open={isWrong || undefined}>
      <summary>
        <Icon name="chevron-right" className="group-open:rotate-90" /> {title}
      </summary>
      <div className="mt-4 grid gap-5">{children}</div>
    </details>
  );
}
